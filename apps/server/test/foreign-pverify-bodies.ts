/** pVerify's bodies in their published shapes, about invented people. Knows no sandbox and no mapper of ours. */

const person = (memberId: string) => ({
  Subscriber: {
    Firstname: 'Casimir',
    Middlename: null,
    Lastname_R: 'Dunwoody',
    FullName: 'Casimir Dunwoody',
    Suffix: null,
    DOB_R: '03/17/1988',
    Gender_R: 'Male',
    Address1: '5 Orchard Row',
    City: 'Boise',
    State: 'ID',
    Zip: '83702',
    CommunicationNumber: null,
    Date: [{ Date: '01/01/2026', Type: 'Plan Begin' }],
    Identification: [
      { Code: memberId, Type: 'Member ID', Name: null },
      { Code: 'QST-551', Type: 'Group Number', Name: 'Quarry Street Tools' },
    ],
  },
  Dependent: null,
});

const detail = (over: object) => ({
  EligibilityOrBenefit: null,
  CoverageLevel: 'Individual',
  InsuranceType: null,
  PlanCoverageDescription: null,
  TimePeriodQualifier: null,
  MonetaryAmount: null,
  Percent: null,
  QuantityQualifier: null,
  Quantity: null,
  AuthorizationOrCertificationRequired: null,
  PlanNetworkIndicator: null,
  PlaceOfService: null,
  Date: [],
  Identifications: [],
  Message: [],
  BenefitEntities: [],
  HealthCareServiceDeliveries: [],
  ...over,
});

/** What a foreign pVerify answers to the transaction `requestId`. */
export function pverifySummary(requestId: number, memberId: string): Record<string, unknown> {
  return {
    RequestID: requestId,
    APIResponseCode: '0',
    APIResponseMessage: 'Processed',
    ProcessedWithError: false,
    EDIErrorMessage: null,
    ErrorCode: null,
    ErrorDescription: null,
    PverifyPayerCode: '09001',
    PayerName: 'Sagebrush Mutual',
    VerificationType: 'Subscriber Verification',
    IsPayerBackOffice: false,
    DOS: '11/20/2026 - 11/20/2026',
    ResultPracticeType: 'General_Office_Benefits(30)',
    AreAllSTCsProcessed: true,
    DemographicInfo: person(memberId),
    PlanCoverageSummary: {
      Status: 'Active',
      EffectiveDate: '01/01/2026',
      ExpiryDate: null,
      PlanName: 'SAGEBRUSH SILVER EPO',
      PolicyType: 'EPO',
      GroupNumber: 'QST-551',
      GroupName: 'Quarry Street Tools',
    },
    ServiceDetails: [
      {
        ServiceName: 'Health Benefit Plan Coverage',
        EligibilityDetails: [
          detail({ EligibilityOrBenefit: 'Active Coverage', PlanCoverageDescription: 'SAGEBRUSH SILVER EPO' }),
          detail({
            EligibilityOrBenefit: 'Deductible',
            TimePeriodQualifier: 'Calendar Year',
            MonetaryAmount: '2450',
            PlanNetworkIndicator: 'Yes',
          }),
          detail({
            EligibilityOrBenefit: 'Deductible',
            TimePeriodQualifier: 'Remaining',
            MonetaryAmount: '933.75',
            PlanNetworkIndicator: 'Yes',
          }),
        ],
      },
      {
        ServiceName: 'Mental Health',
        EligibilityDetails: [
          detail({ EligibilityOrBenefit: 'Active Coverage' }),
          detail({ EligibilityOrBenefit: 'Co-Insurance', Percent: '.15', PlanNetworkIndicator: 'Yes', Message: ['AFTER THE DEDUCTIBLE'] }),
          detail({ EligibilityOrBenefit: 'Co-Payment', MonetaryAmount: '55', PlanNetworkIndicator: 'No' }),
        ],
      },
    ],
  };
}

export const PVERIFY_FACTS = [
  'Casimir',
  'Dunwoody',
  '1988-03-17',
  'SAGEBRUSH SILVER EPO',
  'QST-551',
  'Quarry Street Tools',
  '2450',
  '933.75',
  '"15',
  '"55',
  'AFTER THE DEDUCTIBLE',
] as const;

export const pverifyPending = (requestId: number) => ({
  RequestID: requestId,
  APIResponseCode: '3',
  APIResponseMessage: 'Pending',
  ProcessedWithError: false,
  IsPayerBackOffice: false,
});

/** A payer's refusal carries the code of a processed answer. */
export const pverifyPayerError = (requestId: number) => ({
  ...pverifyPending(requestId),
  APIResponseCode: '0',
  APIResponseMessage: 'Error Reason : Subscriber/Insured Not Found',
  ProcessedWithError: true,
  EDIErrorMessage: '<strong>Error Reason : </strong>Subscriber/Insured Not Found',
  FollowUpAction: 'Please Correct and Resubmit',
  ErrorCode: '75',
  ErrorDescription: 'Subscriber/Insured Not Found',
});
