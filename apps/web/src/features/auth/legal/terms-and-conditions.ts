import type { LegalPart } from './legal-document.ts';

/** Duties, limits and disputes (product.md 9.5). */
export const termsAndConditions: LegalPart = {
  id: 'terms-and-conditions',
  title: 'Terms and Conditions',
  sections: [
    {
      id: 'no-medical-advice',
      heading: 'No medical advice',
      paragraphs: [
        'The Service gives no medical advice. Nothing shown by the Service is a diagnosis, a recommendation of treatment or a substitute for the professional judgment of a healthcare provider.',
      ],
    },
    {
      id: 'verification',
      heading: 'Duty to verify',
      paragraphs: [
        'The Service shows what payers return. Payers may return information that is incomplete, out of date or wrong. Users must verify the insurance information themselves, with the payer or the patient, before they rely on it.',
        'An answer that shows active coverage or a benefit is not an authorization of treatment and not a guarantee of payment.',
      ],
    },
    {
      id: 'accounts',
      heading: 'Accounts',
      paragraphs: [
        "Each User has an account of his or her own and may not share it. Users keep their passwords and second factors secret. The Customer's managers decide who has an account, keep the details of Users and providers correct, and deactivate the account of anyone who leaves.",
        'The Customer is responsible for what is done under its accounts, unless it is caused by our own breach of the Agreement.',
      ],
    },
    {
      id: 'acceptable-use',
      heading: 'Acceptable use',
      paragraphs: [
        "Users send only inquiries that the law and the payer's rules allow, and enter only information that is needed for them. It is not allowed to resell the Service, to give others access to it, to search for people without a reason in their care, to test or get around its protections without our written consent, or to disturb its operation.",
      ],
    },
    {
      id: 'security-incidents',
      heading: 'Security incidents',
      paragraphs: [
        "A security incident is any unauthorized access to, or use, disclosure, change or loss of, patient information or credentials of the Service. A party that learns of a security incident must report it to the other within 24 hours. The Customer reports it to {email}; we report it to the Customer's managers at the email addresses of their accounts.",
      ],
    },
    {
      id: 'storage-of-results',
      heading: 'Storage of results',
      paragraphs: [
        "We store each verification result for at least 48 hours after it was received, so that the Customer can read it, print it and copy it into its own records. The Service is not the Customer's medical or billing record, and the Customer keeps what the law requires it to keep.",
      ],
    },
    {
      id: 'ownership',
      heading: 'Ownership',
      paragraphs: [
        "The Service, its software and its texts belong to us or our licensors. Information about the Customer's patients, Users and providers belongs to the Customer or to the persons concerned. We use it only to provide, protect and bill the Service.",
      ],
    },
    {
      id: 'warranty',
      heading: 'Warranties',
      paragraphs: [
        'We provide the Service with reasonable care and skill. Beyond that, and as far as the law allows, the Service is provided as it is and as it is available, without warranty of merchantability or fitness for a particular purpose. We do not warrant that a payer or a clearinghouse will answer, or that an answer is complete or correct.',
      ],
    },
    {
      id: 'liability',
      heading: 'Limit of liability',
      paragraphs: [
        'As far as the law allows, neither party is liable for indirect, incidental or consequential damages or for lost profits. The total liability of a party arising from the Agreement is limited to the fees paid or due in the six months before the event that gave rise to the claim.',
      ],
    },
    {
      id: 'notices',
      heading: 'Notices',
      paragraphs: [
        'Notices are given in writing, by email or by mail. A notice is deemed given 12 hours after it was sent by email, and 48 hours after it was mailed. Notices to us go to {email}; notices to the Customer go to the email addresses of its managers or to the postal address it gave us.',
      ],
    },
    {
      id: 'arbitration',
      heading: 'Disputes and arbitration',
      paragraphs: [
        'A dispute that arises from the Agreement and cannot be settled by talking is decided by binding arbitration in Orange County, California, before one arbitrator. The laws of the State of California apply.',
        'The parties exchange their discovery documents and lists of witnesses within 60 days of the appointment of the arbitrator. All discovery is completed within 120 days of the appointment of the arbitrator. Each party may take at most 3 depositions, of at most 4 hours each.',
        'Judgment on the award may be entered in any court that has jurisdiction. Either party may ask a court for an order that protects confidential information while the arbitration is going on.',
      ],
    },
    {
      id: 'general',
      heading: 'General',
      paragraphs: [
        'We may change these Terms and Conditions. A new version has a new version date, and a User must accept it before going on using the Service. If a provision is not enforceable, the others remain in force. The Agreement is the whole agreement of the parties on its subject, and may be transferred only with the business it belongs to.',
        'Questions about the Agreement are answered at {email}.',
      ],
    },
  ],
};
