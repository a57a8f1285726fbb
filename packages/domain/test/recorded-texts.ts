/** Payers' answers as recorded 271s, by name: invented people, real shapes. */
import carve from './recorded/carve.271?raw';
import cob from './recorded/cob.271?raw';
import empty from './recorded/empty.271?raw';
import grace from './recorded/grace.271?raw';
import hmo from './recorded/hmo.271?raw';
import inactive from './recorded/inactive.271?raw';
import medicare from './recorded/medicare.271?raw';
import mismatch from './recorded/mismatch.271?raw';
import noPlanLines from './recorded/no-plan-lines.271?raw';
import nolimit from './recorded/nolimit.271?raw';
import ordinary from './recorded/ordinary.271?raw';
import somebodyElse from './recorded/somebody-else.271?raw';
import textsTell from './recorded/texts-tell.271?raw';
import twoPlansInTime from './recorded/two-plans-in-time.271?raw';
import twoplans from './recorded/twoplans.271?raw';

export const RECORDED = {
  carve,
  cob,
  empty,
  grace,
  hmo,
  inactive,
  medicare,
  mismatch,
  'no-plan-lines': noPlanLines,
  nolimit,
  ordinary,
  'somebody-else': somebodyElse,
  'texts-tell': textsTell,
  'two-plans-in-time': twoPlansInTime,
  twoplans,
};
