/** What pVerify adds for Original Medicare: a summary of its own, and sometimes the private plan that took over. */

import { medicareFacts } from '../coverage/medicare-policy.ts';
import { usDate } from '../dates.ts';
import { dollars } from './summaries.ts';

const details = (amount: string) => ({ Value: dollars(amount), Notes: null });

export function medicareInfoSummary(memberId: string, today: string): Record<string, unknown> {
  const facts = medicareFacts(memberId, today);
  return {
    Part_A_EffectiveDate: usDate(facts.partABegin),
    Part_B_EffectiveDate: usDate(facts.partABegin),
    MedicareCoInsurance: { Value: '20%', Notes: null },
    PT_SLP_CapAmount: { Value: '$2410.00', Notes: 'For PT and SLP services combined' },
    PT_SLP_UsedAmount: null,
    OT_CapAmount: { Value: '$2410.00', Notes: null },
    OT_UsedAmount: null,
    Part_A_Deductible: details(facts.partADeductible),
    Part_A_Deductible_Remaining: details(facts.partADeductibleLeft),
    Part_B_Deductible: details(facts.partBDeductible),
    Part_B_Deductible_Remaining: details(facts.partBDeductibleLeft),
    AdvantagePayerName: facts.advantage?.name ?? null,
    AdvantagePolicyType: facts.advantage?.policyType ?? null,
    AdvantageCOBStartDate: facts.advantage ? usDate(facts.advantage.begin) : null,
    AdvantageCOBEndDate: null,
    AdvantagePayerPhoneNumber: facts.advantage?.phone ?? null,
    HospiceQty: null,
    HospiceStartDate: null,
    HospiceEndDate: null,
    HomeHealthCareStartDate: null,
    HomeHealthCareEndDate: null,
    SkilledNursingCareStartDate: null,
    SkilledNursingCareEndDate: null,
    PharmacyPayerName: 'TALL OAKS PART D',
    PharmacyPayerPlanNumber: 'S2201',
    PharmacyPayerPlanNetworkID: '004',
    BIN: '000817',
    PCN: 'TOAKS',
    WCAutoInjuryLiabilityPayerName: null,
    WCAutoInjuryLiabilityPolicyType: null,
    WCAutoInjuryLiabilityCOBStartDate: null,
    WCAutoInjuryLiabilityCOBEndDate: null,
    QMBPolicyType: null,
  };
}

/** The private plan is asked by itself; its answer waits under an id of its own. */
export function followUpFields(requestId: number | null): Record<string, unknown> {
  if (requestId === null) return {};
  return {
    IsHMOPlan: true,
    RecursiveType: 'AdvantagePayer',
    RecursiveRequestId: requestId,
    RecursiveAPIResponseCode: '0',
    RecursiveAPIResponseMessage: 'Processed',
    RecursiveProcessedWithError: false,
  };
}
