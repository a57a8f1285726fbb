import type { LegalPart } from './legal-document.ts';

/** What is bought, for how long and at what price (product.md 1, 9.5). */
export const subscriptionAgreement: LegalPart = {
  id: 'subscription-agreement',
  title: 'Subscription Agreement',
  sections: [
    {
      id: 'parties',
      heading: 'Parties and acceptance',
      paragraphs: [
        'This Subscription Agreement is made between Coverlight ("Coverlight", "we", "us") and the organization that registers for the Service (the "Customer"). It includes the Terms and Conditions and the Data Collection and Privacy Statement below; together they are the "Agreement".',
        'The person who accepts the Agreement for the Customer states that he or she has the authority to bind the Customer. Each person who uses the Service under the Customer\'s account (a "User") accepts the Agreement for his or her own use before using the Service, and again whenever a new version takes effect.',
      ],
    },
    {
      id: 'service',
      heading: 'The Service',
      paragraphs: [
        'The Service is a cloud-based service for the electronic verification of health insurance eligibility and benefits. A User sends an inquiry about a patient to an insurance payer through a clearinghouse, and the Service shows, stores and prints the answer that the payer returns.',
        'The Service is sold by subscription to organizations. A subscription plan states its monthly price, the number of inquiries included in each month and the price of each inquiry beyond that number. Every plan allows an unlimited number of Users and providers.',
      ],
    },
    {
      id: 'eligible-users',
      heading: 'Who may use the Service',
      paragraphs: [
        'Use of the Service is limited to healthcare providers and their staff. It may be used only to verify the insurance of patients to whom the Customer gives, or is about to give, care.',
        'Every User must be at least 18 years old.',
      ],
    },
    {
      id: 'license',
      heading: 'License and term',
      paragraphs: [
        'We grant the Customer a limited, non-exclusive, non-transferable license to use the Service for its own practice. The term of the license is one year, beginning on the day the first fee is paid. The Customer may extend the term by paying the fee.',
        'The license ends when the term has run out and has not been extended, or when the Agreement is canceled or terminated.',
      ],
    },
    {
      id: 'fees',
      heading: 'Fees and payment',
      paragraphs: [
        'Fees are charged monthly, or yearly where agreed in writing. All fees are stated and payable in US dollars.',
        'Fees are non-refundable. A fee is payable before the current subscription period expires. Unless a yearly fee has been agreed, a subscription period expires one month after the payment that began it.',
        "Inquiries beyond the number included in the plan are billed at the plan's price per extra inquiry. A change of plan is prorated, and the difference is billed or credited at the end of the normal billing cycle. A Customer that leaves a plan which is no longer offered cannot return to that plan.",
        'If a fee is past due, we may restrict or suspend access to the Service until it is paid.',
      ],
    },
    {
      id: 'fee-changes',
      heading: 'Changes of fees',
      paragraphs: [
        "We may increase a fee only after giving the Customer at least 60 days' written notice of the increase. The increase does not apply to a period for which the fee has already been paid.",
      ],
    },
    {
      id: 'reimbursement-estimates',
      heading: 'Reimbursement Estimates add-on',
      paragraphs: [
        'The Customer may add the optional Reimbursement Estimates feature to its subscription for 500 US dollars a month. It gives access to historical payer reimbursement data, for use in Good Faith Estimates. The data is refreshed quarterly.',
        'An estimate is drawn from past payments of payers to others. It is not a quotation, a guarantee of payment or a statement by the payer about the patient concerned.',
      ],
    },
    {
      id: 'cancellation',
      heading: 'Cancellation',
      paragraphs: [
        "The Customer may cancel the Agreement by giving us at least 60 days' written notice. We may cancel it by giving the Customer at least 60 days' written notice. Fees that fall due before the cancellation takes effect remain payable.",
        'We may suspend or end the access of a User or a Customer at once if the Service is used against the law or against the Agreement in a way that endangers patients, other customers or the Service.',
      ],
    },
  ],
};
