import type { LegalPart } from './legal-document.ts';

/** What is collected, why, and how it is kept. Says nothing that the product does not do (product.md 12). */
export const privacyStatement: LegalPart = {
  id: 'privacy-statement',
  title: 'Data Collection and Privacy Statement',
  sections: [
    {
      id: 'collected',
      heading: 'What we collect',
      paragraphs: [
        'About the Customer and its Users: names, email addresses, phone numbers, the names, National Provider Identifiers and tax identifiers of its providers, acceptances of these terms, and a record of sign-ins and actions in the Service with time and network address.',
        'About patients: what Users enter in an inquiry (such as name, birth date, member identifier and service type) and what the payer returns. A social security number entered for an inquiry is deleted when that inquiry has ended.',
        'About payment: the subscription, its invoices and its status. Card details are entered on the pages of our payment processor and never reach us.',
      ],
    },
    {
      id: 'purpose',
      heading: 'Why we collect it',
      paragraphs: [
        'We use this information to answer inquiries, to show earlier results to the Users who may see them, to operate, secure and bill the Service, and to meet legal duties. We do not sell it, and we do not use patient information for advertising.',
      ],
    },
    {
      id: 'disclosure',
      heading: 'Who receives it',
      paragraphs: [
        'An inquiry is sent to the clearinghouse and the payer that are to answer it. Our payment processor receives billing information and no patient information. Providers of hosting and email process information for us under contract. Otherwise we disclose information only where the law requires it or the Customer asks for it.',
        'Patient information is protected health information under the Health Insurance Portability and Accountability Act (HIPAA). We handle it on behalf of the Customer.',
      ],
    },
    {
      id: 'protection',
      heading: 'How it is protected',
      paragraphs: [
        'Connections to the Service are encrypted. Patient information is encrypted where it is stored, with a key of its own for each organization. Each organization sees only its own information, and every view, inquiry and print of patient information is recorded. We report security incidents within 24 hours, as the Terms and Conditions say.',
      ],
    },
    {
      id: 'cookies',
      heading: 'Cookies',
      paragraphs: [
        'The Service uses cookies only to keep a User signed in and to recognize a device on which the User has signed in before. It uses no advertising or tracking cookies.',
      ],
    },
    {
      id: 'retention',
      heading: 'How long it is kept',
      paragraphs: [
        'Verification results are stored for at least 48 hours. They and the other information of the Customer are kept for as long as the Agreement lasts and the law requires, and are then deleted.',
      ],
    },
    {
      id: 'children',
      heading: 'Minors as users',
      paragraphs: [
        'The Service is not offered to persons under 18; Users must be at least 18 years old. Inquiries may concern patients of any age.',
      ],
    },
    {
      id: 'contact',
      heading: 'Contact',
      paragraphs: [
        'Users may see and correct their own details in their profile, and ask for anything else at {email}. A patient who wishes to see or correct information should ask the healthcare provider who holds his or her records.',
      ],
    },
  ],
};
