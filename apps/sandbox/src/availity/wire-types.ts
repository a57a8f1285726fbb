/** The parts of Availity's coverage that the sandbox sends, under the vendor's published names. Every number is a string. */

export interface NetworkBenefit {
  amount?: string;
  amountTimePeriod?: string;
  amountTimePeriodCode?: string;
  authorizationRequired?: boolean;
  authorizationRequiredUnknown?: boolean;
  benefitBeginDate?: string;
  benefitEndDate?: string;
  deliveryInformation?: {
    quantity: string;
    quantityQualifier?: string;
    quantityQualifierCode: string;
    timePeriod?: string;
    timePeriodCode: string;
    timePeriods: string;
  }[];
  description?: string;
  insuranceType?: string;
  insuranceTypeCode?: string;
  level?: string;
  levelCode?: string;
  payerNotes?: string[];
  placeOfService?: string;
  placeOfServiceCode?: string;
  quantity?: string;
  quantityQualifier?: string;
  quantityQualifierCode?: string;
  remaining?: string;
  remainingTimePeriod?: string;
  remainingTimePeriodCode?: string;
  status?: string;
  statusCode?: string;
  total?: string;
  totalTimePeriod?: string;
  totalTimePeriodCode?: string;
  units?: string;
}

export interface BenefitDetail {
  inNetwork?: NetworkBenefit[];
  outOfNetwork?: NetworkBenefit[];
  notApplicableNetwork?: NetworkBenefit[];
  noNetwork?: NetworkBenefit[];
}

export interface HealthCareContact {
  name: string;
  category?: string;
  categoryCode?: string;
  contactInformation?: { name?: string; phone?: string; url?: string }[];
  memberId?: string;
  npi?: string;
}

interface PayerNote {
  message: string;
  type?: string;
  typeCode?: string;
}

export interface Benefit {
  name: string;
  type: string;
  status?: string;
  statusCode?: string;
  statusDetails?: BenefitDetail;
  amounts?: { coInsurance?: BenefitDetail; coPayment?: BenefitDetail; deductibles?: BenefitDetail; outOfPocket?: BenefitDetail };
  benefitDescriptions?: BenefitDetail;
  costContainment?: BenefitDetail;
  exclusions?: BenefitDetail;
  limitations?: BenefitDetail;
  nonCovered?: BenefitDetail;
  reserve?: BenefitDetail;
  contacts?: HealthCareContact[];
  payerNotes?: PayerNote[];
}

export interface AdditionalPayer {
  name: string;
  insuredMemberId: string;
  primary?: boolean;
  secondary?: boolean;
  tertiary?: boolean;
  contactInformation: { phone: string }[];
  coordinationOfBenefitsBeginDate: string;
  coordinationOfBenefitsEndDate?: string;
  payerNotes: string[];
}

export interface WirePlan {
  status?: string;
  statusCode?: string;
  planName: string;
  planNumber: string;
  planNetworkId: string;
  planNetworkName: string;
  groupName: string;
  groupNumber: string;
  insuranceType?: string;
  insuranceTypeCode: string;
  planStartDate: string;
  planEndDate?: string;
  coverageStartDate: string;
  coverageEndDate?: string;
  eligibilityStartDate: string;
  premiumPaidToEndDate?: string;
  lastUpdateDate: string;
  payerNotes: PayerNote[];
  contacts: HealthCareContact[];
  primaryCareProvider?: HealthCareContact;
  additionalPayers?: AdditionalPayer[];
  benefits: Benefit[];
}
