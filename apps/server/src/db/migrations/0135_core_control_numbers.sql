-- Control numbers of X12 interchanges (ISA13): nine digits, each used once (docs/product.md 11.7).
CREATE SEQUENCE core_control_numbers AS integer MINVALUE 1 MAXVALUE 999999999 CYCLE;
GRANT USAGE ON SEQUENCE core_control_numbers TO coverlight_app;
