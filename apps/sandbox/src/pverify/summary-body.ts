/** The body of EligibilitySummary and GetEligibilitySummary, in every state a transaction can be in. */

import { STATUS_WORDS, INSURANCE_WORDS, type Rejection } from '../coverage/code-words.ts';
import { describePolicy } from '../coverage/describe-policy.ts';
import { medicarePolicy } from '../coverage/medicare-policy.ts';
import type { Plan, Policy } from '../coverage/policy.ts';
import { rejectionOf } from '../coverage/scenario.ts';
import { pverifyServiceName } from '../coverage/service-types.ts';
import { usDate } from '../dates.ts';
import { hashText } from '../seeded-random.ts';
import type { Inquiry, Person } from './inquiry.ts';
import { serviceDetails, type ServiceDetail } from './service-details.ts';
import { followUpFields, medicareInfoSummary } from './medicare-summary.ts';
import { deductibleSummary, emptySummaries, practiceSummaries } from './summaries.ts';
import type { Transaction, TransactionState } from './transactions.ts';

type Body = Record<string, unknown>;

const NO_ANSWER_REJECTIONS: readonly Rejection[] = [
  {
    code: '42',
    words: 'Unable to Respond at Current Time',
    followUp: 'Resubmission Allowed',
    resolution: 'Send the inquiry again later.',
    field: null,
  },
  {
    code: '80',
    words: 'No Response received - Transaction Terminated',
    followUp: 'Resubmission Allowed',
    resolution: 'Send the inquiry again later.',
    field: null,
  },
];

export function summaryBody(transaction: Transaction, state: TransactionState, today: string): Body {
  if (state === 'pending') return { ...envelope(transaction), APIResponseCode: '3', APIResponseMessage: 'Pending' };
  if (state === 'cancelled') return { ...envelope(transaction), APIResponseCode: '1', APIResponseMessage: 'Canceled' };
  if (transaction.isUnreachable) return unreachableBody(transaction);
  const rejection = rejectionOf(transaction.scenario);
  return rejection ? rejectionBody(transaction, rejection) : answerBody(transaction, today);
}

/** "Processed" with an error: the code says 0, as if all were well. */
function rejectionBody(transaction: Transaction, { code, words, followUp, resolution }: Rejection): Body {
  return {
    ...envelope(transaction),
    APIResponseCode: '0',
    APIResponseMessage: `Error Reason : ${words} \r\nFollow-up Action : ${followUp} \r\n`,
    EDIErrorMessage: `<strong>Error Reason :</strong> ${words} \r\n<strong>Follow-up Action :</strong> ${followUp} \r\n`,
    FollowUpAction: followUp,
    PossibleResolution: resolution,
    ProcessedWithError: true,
    ErrorCode: code,
    ErrorDescription: words,
    DemographicInfo: demographics(transaction.inquiry, null),
  };
}

function unreachableBody(transaction: Transaction): Body {
  const rejection = NO_ANSWER_REJECTIONS[hashText(transaction.inquiry.memberId.toUpperCase()) % 3];
  if (rejection && transaction.scenario === 'DOWN') return rejectionBody(transaction, rejection);
  return {
    ...envelope(transaction),
    APIResponseCode: '1',
    APIResponseMessage: 'Error occurred while connecting to carrier',
    ProcessedWithError: true,
  };
}

function answerBody(transaction: Transaction, today: string): Body {
  const { inquiry } = transaction;
  const isMedicare = inquiry.payer.isMedicare && ['ORDINARY', 'SLOW', 'FLAKY', 'HUGE'].includes(transaction.scenario);
  const policy = isMedicare ? medicarePolicy(inquiry.memberId, today) : describePolicy(inquiry.memberId, today);
  const [plan] = policy.plans;
  const { payer, practiceType } = inquiry;
  const asked = payer.peculiarity === 'one-service-type' ? practiceType.serviceTypes : null;
  const services = payer.isSummaryOnly ? null : serviceDetails(policy.plans, asked);
  return {
    ...envelope(transaction),
    APIResponseCode: '0',
    APIResponseMessage: 'Processed',
    IsHMOPlan: plan?.insuranceType === 'HM',
    ...unansweredTypes(inquiry, services),
    DemographicInfo: demographics(inquiry, policy),
    OtherPayerInfo: otherPayerInfo(plan ?? null),
    PlanCoverageSummary: planCoverage(plan ?? null, policy),
    PCPAuthInfoSummary: plan?.primaryCare ? primaryCare(plan) : null,
    HBPC_Deductible_OOP_Summary: plan ? deductibleSummary(plan) : null,
    MiscellaneousInfoSummary: {
      RemainingSpendDown: null,
      IsNPIInNetwork: null,
      MemberID: policy.onFile?.memberId ?? inquiry.memberId.toUpperCase(),
    },
    ...(isMedicare ? emptySummaries(practiceType) : plan ? practiceSummaries(plan, practiceType) : {}),
    ...(isMedicare ? { MedicareInfoSummary: medicareInfoSummary(inquiry.memberId, today), ...followUpFields(transaction.followUpId) } : {}),
    PreventiveServices: plan && hashText(inquiry.memberId) % 4 === 0 ? preventiveServices(plan) : null,
    ServiceDetails: services,
    ...(payer.isElectronic ? {} : { NonEDIResultPath: `/results/${transaction.requestId}.pdf`, Notes: 'Verified by phone.' }),
  };
}

/** Every key the vendor always sends, with what holds before an answer. Misspelled names are the vendor's. */
function envelope({ requestId, inquiry }: Transaction): Body {
  return {
    RequestID: requestId,
    APIResponseCode: '4',
    APIResponseMessage: 'New',
    EDIErrorMessage: null,
    FollowUpAction: null,
    PossibleResolution: null,
    IsPayerBackOffice: !inquiry.payer.isElectronic,
    ProcessedWithError: false,
    ErrorCode: null,
    ErrorDescription: null,
    PverifyPayerCode: inquiry.payer.pverifyCode,
    PayerName: inquiry.payer.pverifyName,
    ClientPayerName: null,
    VerificationType: inquiry.dependent ? 'Dependent Verification' : 'Subscriber Verification',
    DOS: `${usDate(inquiry.dateOfService)} - ${usDate(inquiry.dateOfService)}`,
    ExceptionNotes: null,
    IsHMOPlan: false,
    AddtionalInfo: null,
    Location: inquiry.location,
    ReferrenceId: inquiry.referenceId,
    InternalId: inquiry.internalId,
    CustomerId: inquiry.customerId,
    Notes: null,
    ResultPracticeType: inquiry.practiceType.name,
    AreAllSTCsProcessed: true,
    STCsStatusMessage: '',
    IsProviderInNetwork: null,
    RecursiveType: null,
    RecursiveRequestId: 0,
    RecursiveAPIResponseCode: null,
    RecursiveAPIResponseMessage: null,
    RecursiveProcessedWithError: false,
    IsSkipped: false,
    DetailsURL: null,
    IsPriorAuthRequired: null,
    ProcessRealtime: false,
    DemographicInfo: null,
    OtherPayerInfo: null,
    IPADetails: null,
    PlanCoverageSummary: null,
    PCPAuthInfoSummary: null,
    HBPC_Deductible_OOP_Summary: null,
    MedicareInfoSummary: null,
    MiscellaneousInfoSummary: null,
    IsCptInfoUpdated: false,
    PreventiveServices: null,
    ServiceDetails: null,
    DisclaimerMessage:
      'The summary objects are parsed from the payer and not guaranteed. Look at the ServiceDetails object for details from the payer.',
    EligibilityResult: null,
    NonEDIResultPath: null,
    DentalInfo: null,
    AppliedBusinessRuleIDs: null,
  };
}

function unansweredTypes({ practiceType }: Inquiry, services: ServiceDetail[] | null): Body {
  if (services === null) return {};
  const answered = new Set(services.map(({ ServiceName }) => ServiceName));
  const silent = practiceType.serviceTypes.filter((code) => !answered.has(pverifyServiceName(code)));
  if (silent.length === 0) return {};
  const names = silent.map((code) => `${pverifyServiceName(code)} (${code})`).join(', ');
  return { AreAllSTCsProcessed: false, STCsStatusMessage: `No response received for service type(s): ${names}` };
}

function demographics({ subscriber, dependent, memberId }: Inquiry, policy: Policy | null): Body {
  const onFile = policy?.onFile ?? null;
  const known = (asked: Person): Person =>
    onFile ? { ...asked, firstName: onFile.firstName, lastName: onFile.lastName, birthDate: onFile.birthDate } : asked;
  const id = onFile?.memberId ?? memberId.toUpperCase();
  return {
    Subscriber: personBody(dependent ? subscriber : known(subscriber), id, policy),
    Dependent: dependent ? { DependentInfo: personBody(known(dependent), id, policy), Relationship: policy ? 'Child' : null } : null,
  };
}

function personBody(person: Person, memberId: string, policy: Policy | null): Body {
  const [first, last] = [person.firstName.toUpperCase(), person.lastName.toUpperCase()];
  const [plan] = policy?.plans ?? [];
  return {
    Address1: policy?.address.line1.toUpperCase() ?? null,
    Address2: null,
    City: policy?.address.city.toUpperCase() ?? null,
    CommunicationNumber: null,
    Date: plan
      ? [
          { Date: usDate(plan.eligibilityBegin), Type: 'Eligibility Begin' },
          { Date: usDate(plan.begin), Type: 'Plan Begin' },
        ]
      : null,
    DOB_R: person.birthDate ? usDate(person.birthDate) : null,
    Firstname: first,
    Gender_R: policy ? { F: 'Female', M: 'Male' }[policy.gender] : '',
    Identification: [
      { Code: last, Type: 'Lastname_R', Name: null },
      { Code: first, Type: 'Firstname', Name: null },
      { Code: memberId, Type: 'Member ID', Name: null },
      ...(plan?.groupNumber ? [{ Code: plan.groupNumber, Type: 'Group Number', Name: plan.groupName }] : []),
    ],
    Lastname_R: last,
    Middlename: person.middleName.toUpperCase() || null,
    State: policy?.address.state ?? null,
    Suffix: null,
    Zip: policy?.address.zipCode ?? null,
    MilitaryPersonnelInfo: null,
    FullName: `${first} ${last}`.trim(),
  };
}

function otherPayerInfo(plan: Plan | null): Body {
  const [other] = plan?.otherPayers ?? [];
  return {
    PrimaryPayer: other?.order === 'primary' ? other.name : null,
    Payer: other?.order === null ? other.name : null,
    SecondaryPayer: other?.order === 'secondary' ? other.name : null,
    PlanSponsor: null,
    IndependentPhysiciansAssociation_IPA: null,
    WorkersCompensation: null,
    ContractedServiceProvider: plan?.administrators[0]?.entity.name ?? null,
    OtherPayerMemberID: other?.memberId ?? null,
    COB_StartDate: other ? usDate(other.begin) : null,
    COB_EndDate: other?.end ? usDate(other.end) : null,
  };
}

function planCoverage(plan: Plan | null, policy: Policy): Body {
  return {
    Status: plan ? statusWord(plan) : null,
    EffectiveDate: plan ? usDate(plan.begin) : null,
    ExpiryDate: plan?.end ? usDate(plan.end) : null,
    PlanName: policy.plans.length > 0 ? policy.plans.map(({ name }) => name).join(',') : null,
    SelfFundedPlan: null,
    PolicyType: plan ? (INSURANCE_WORDS[plan.insuranceType] ?? null) : null,
    GroupNumber: plan?.groupNumber || null,
    GroupName: plan?.groupName || null,
    PlanNetworkID: plan?.networkId || null,
    PlanNetworkName: plan?.networkName || null,
    SubscriberRelationship: null,
    PlanNumber: plan?.planNumber || null,
    HRAorHSALimitationsRemaining: null,
    LastUpdatedDateOfEDI: plan ? usDate(plan.lastUpdate) : null,
    PatientGender: { F: 'Female', M: 'Male' }[policy.gender],
    BenefitPlanCode: null,
    IssueDate: null,
  };
}

/** The summary says only Active or Inactive, except where the payer holds something back. */
function statusWord({ statusCode }: Plan): string {
  if (statusCode === '5') return STATUS_WORDS['5'] ?? 'Active';
  return statusCode === '6' ? 'Inactive' : 'Active';
}

function primaryCare(plan: Plan): Body {
  return {
    PrimaryCareProviderName: plan.primaryCare?.name ?? null,
    PrimaryCareProviderPhoneNumber: plan.primaryCare?.phone ?? null,
    InNetHBPCAuthorizationInfo: null,
    OutNetHBPCAuthorizationInfo: null,
    UtilizationManagementOrganizationName: null,
    UMOTelephone: null,
    CapitationFacilityName: null,
  };
}

/** Here, and only here, amounts carry their signs. */
function preventiveServices(plan: Plan): Body[] {
  const benefit = (words: string, money: string | null, percent: string | null) => ({
    EligibilityOrBenefit: words,
    InsuranceType: INSURANCE_WORDS[plan.insuranceType] ?? null,
    TimePeriodQualifier: null,
    UsedDate: null,
    IdentificationCode: null,
    IdentificationType: null,
    MonetaryAmount: money,
    Percent: percent,
    Date: null,
  });
  return [
    {
      ProcedureCode: 'HCPCS|G0444',
      ProcedureName: 'Annual depression screening',
      TechnicalEligibleDate: null,
      ProfessionalEligibleDate: usDate(plan.begin),
      Benefits: [benefit('Deductible', '$0.00', null), benefit('Co-Insurance', null, '0%')],
    },
  ];
}
