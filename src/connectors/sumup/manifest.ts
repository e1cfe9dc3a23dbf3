import type { Manifest } from '#connectors/kit/manifest.ts'

export const manifest: Manifest = {
  id: 'sumup',
  name: 'SumUp',
  description: "Your card reader's takings, refunds and fees, matched to invoices like the lines of your bank.",
  category: 'accounting',
  of: 'practice',
  asks: {
    by: 'key',
    label: 'API key',
    where: 'Sign in at me.sumup.com. Under Settings, For developers, API keys, make a secret key and copy it: it begins with sup_sk_.',
    fields: [
      {
        id: 'account',
        label: 'Merchant code',
        placeholder: 'MH4H92C7',
        help: 'Under your profile at me.sumup.com.',
      },
    ],
  },
  at: 'https://api.sumup.com',
  // How much it takes is undocumented; 429 says when it was too much.
  pace: { atOnce: 1, perMinute: 60 },
  sends: ['Nothing about you or your clients. Pritchel only reads.'],
  brings: [
    'Card payments from the day before you connect, each as a line to match. Nothing is taken as paid until you accept it.',
    'Refunds, beside them; and the fees, to add to your expenses by one tap.',
    "What SumUp paid into your bank, so that it isn't counted a second time there.",
  ],
  leaves: ["Nothing stays there. What was read stays here, as lines to match; delete the key at me.sumup.com if you don't need it."],
}
