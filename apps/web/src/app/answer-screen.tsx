import { CheckOfAnswer, InCase, StartCase } from '#features/cases/from-answer/case-of-answer.tsx';
import { type AnswerParts, AnswerPartsContext } from '#features/inquiries/answer-parts.ts';
import { InquiryDetailPage } from '#features/inquiries/inquiry-detail-page.tsx';

const PARTS: AnswerParts = { Line: InCase, Action: StartCase, Check: CheckOfAnswer };

/** An answer with what case work adds to it. */
export function AnswerScreen() {
  return (
    <AnswerPartsContext value={PARTS}>
      <InquiryDetailPage />
    </AnswerPartsContext>
  );
}
