import { lazy } from 'react';
import { InquiryListPage } from '#features/inquiries/inquiry-list-page.tsx';

// Only a search can find one patient alone.
const FoundPerson = lazy(async () => ({ default: (await import('#features/persons/found-person.tsx')).FoundPerson }));

/** The list of checks with what the screens of patients add to it. */
export function ListScreen() {
  return <InquiryListPage Found={FoundPerson} />;
}
