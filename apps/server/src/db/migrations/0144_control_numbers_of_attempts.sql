-- ISA13 of the interchange sent and of the one that came back, so that a partner can find the exchange (docs/product.md 11.7).
ALTER TABLE inquiry_attempts ADD COLUMN control_number text, ADD COLUMN answer_control_number text;
