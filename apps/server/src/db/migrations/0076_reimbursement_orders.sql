-- Admins sort past reimbursements by a percentage. One index serves both directions: rows with a value and rows without are read apart.
CREATE INDEX reimbursements_by_dtx ON reimbursements (dtx, id);
CREATE INDEX reimbursements_by_rtc ON reimbursements (rtc, id);
CREATE INDEX reimbursements_by_php ON reimbursements (php, id);
CREATE INDEX reimbursements_by_iop ON reimbursements (iop, id);
CREATE INDEX reimbursements_by_op ON reimbursements (op, id);
