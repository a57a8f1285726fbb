/** Where the encrypted values of case work are stored. */
export const reasonAt = (id: string) => ({ table: 'cases', row: id, column: 'reason' });
export const companyAt = (caseId: string, inquiryId: string) => ({
  table: 'case_inquiries',
  row: `${caseId}.${inquiryId}`,
  column: 'company',
});
export const titleAt = (id: string) => ({ table: 'case_tasks', row: id, column: 'title' });
export const noteAt = (id: string) => ({ table: 'case_notes', row: id, column: 'text' });
export const sheetAt = (id: string) => ({ table: 'call_sheets', row: id, column: 'content' });
export const answerAt = (id: string) => ({ table: 'call_answers', row: id, column: 'content' });
