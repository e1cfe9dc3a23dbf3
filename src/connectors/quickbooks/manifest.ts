import type { Manifest } from '#connectors/kit/manifest.ts'

export const manifest: Manifest = {
  id: 'quickbooks',
  name: 'QuickBooks',
  description: 'Your invoices and credit notes in QuickBooks Online, and what was paid there beside your bank lines here.',
  category: 'accounting',
  of: 'practice',
  asks: {
    by: 'oauth',
    vendor: 'QuickBooks',
    env: 'QUICKBOOKS',
    signInAt: 'https://appcenter.intuit.com',
    authorizePath: '/connect/oauth2',
    // Intuit keeps these at other hosts than its sign-in.
    tokenPath: 'https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer',
    revokePath: 'https://developer.api.intuit.com/v2/oauth2/tokens/revoke',
    clientAuth: 'basic',
    companyParam: 'realmId',
    scopes: ['com.intuit.quickbooks.accounting'],
  },
  at: 'https://quickbooks.api.intuit.com',
  // 500 a minute and 10 a second, for each company.
  pace: { atOnce: 1, perMinute: 400 },
  sends: [
    'Invoices and credit notes from the day you choose: number, days, lines with the horse they name, VAT and sums. QuickBooks e-mails nobody.',
    "Their payers' names, businesses, e-mail addresses and postal addresses, as customers.",
    'Payments, only if you choose that: the sum and the day, for which invoice. They stand under Undeposited funds there.',
  ],
  brings: [
    'What was paid there, as lines to match beside those of your bank. Nothing is taken as paid here until you accept it.',
    'Which of them were changed, voided or deleted there. Nothing is changed here or there because of it.',
  ],
  leaves: ['Everything that went there stays: invoices, credit notes, payments and customers are your books.'],
}
