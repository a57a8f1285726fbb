-- Admins sort past reimbursements by a percentage. Only rows that have it are kept in its order, forwards and backwards: a claim tells
-- of one level of care or two, so an uploaded row costs as many entries and not five.
CREATE INDEX reimbursements_by_dtx ON reimbursements (dtx, id) WHERE dtx IS NOT NULL;
CREATE INDEX reimbursements_by_rtc ON reimbursements (rtc, id) WHERE rtc IS NOT NULL;
CREATE INDEX reimbursements_by_php ON reimbursements (php, id) WHERE php IS NOT NULL;
CREATE INDEX reimbursements_by_iop ON reimbursements (iop, id) WHERE iop IS NOT NULL;
CREATE INDEX reimbursements_by_op ON reimbursements (op, id) WHERE op IS NOT NULL;
