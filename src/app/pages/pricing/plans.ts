import type { Question } from '#app/pages/pricing/Questions.tsx'

/** A line of a plan; `isPlanned`: promised, and not yet there. */
export type Feature = { text: string; isPlanned?: true }

/** Spec §3 Plan. */
export type Plan = {
  name: string
  /** What it is called in an address: a plan's tier, or a service. */
  key: string
  /** As written: `£9.99`. */
  price: string
  description: string
  billedTo: 'Farrier' | 'Client'
  isPopular: boolean
  features: readonly Feature[]
  limits: readonly string[]
}

const planned = (text: string): Feature => ({ text, isPlanned: true })

/** Spec §9 Plans per month, those a farrier pays. */
export const FARRIER_PLANS: readonly Plan[] = [
  {
    name: 'Farrier Essential',
    key: 'essential',
    price: '£9.99',
    description: 'The diary, the round and the texts, for one farrier.',
    billedTo: 'Farrier',
    isPopular: false,
    features: [
      { text: 'Unlimited clients and visits' },
      { text: 'SMS reminders' },
      { text: 'Owners see their stop' },
      { text: 'Works offline, phone and desktop' },
      { text: 'Photos up to 5 MB each' },
      { text: 'Invoices, payments and the books' },
    ],
    limits: ['No video', 'Horses’ records in the portal: £1.99 a horse, paid by the client'],
  },
  {
    name: 'Farrier Professional',
    key: 'professional',
    price: '£19.99',
    description: 'For the farrier whose clients expect more than a text.',
    billedTo: 'Farrier',
    isPopular: true,
    features: [
      { text: 'Everything in Essential' },
      { text: 'Video up to 100 MB, 5 GB a month' },
      { text: 'Gait analysis reports' },
      { text: 'Advanced reports and charts' },
      { text: 'Custom work templates' },
      { text: 'Client portal: records, photos and files' },
      { text: 'Calendar integration' },
    ],
    limits: [],
  },
  {
    name: 'Farrier Enterprise',
    key: 'enterprise',
    price: '£39.99',
    description: 'For a practice of several farriers.',
    billedTo: 'Farrier',
    isPopular: false,
    features: [
      { text: 'Everything in Professional' },
      { text: 'Team management' },
      { text: 'Unlimited video storage' },
      { text: 'API access' },
      planned('AI insights'),
      planned('White-label portal, own branding'),
      planned('Phone support'),
    ],
    limits: [],
  },
]

/** Spec §9: what a client pays for, when they activate it. */
export const CLIENT_SERVICES: readonly Plan[] = [
  {
    name: 'Vet Integration',
    key: 'vet-integration',
    price: '£2.99',
    description: 'Their vet sees the horse’s record and adds scans and X-rays.',
    billedTo: 'Client',
    isPopular: false,
    features: [{ text: 'For one horse, by invitation, with an end date' }],
    limits: [],
  },
  {
    name: 'Para-Professional Network',
    key: 'para-professional',
    price: '£1.99',
    description: 'Physiotherapists and chiropractors see what was done, and add what they found.',
    billedTo: 'Client',
    isPopular: false,
    features: [{ text: 'For one horse, by invitation, with an end date' }],
    limits: [],
  },
]

/** Spec §9 Client Portal (production), on top of the base plan: paid by clients of a practice whose plan has no records in the portal. */
export const CLIENT_PORTAL_PRICE = '£1.99'
/** Spec §9 Free trial. */
export const TRIAL = '8 weeks of Professional free for new farriers'

type Compared = readonly [feature: string, essential: string, professional: string, enterprise: string]

const INCLUDED = 'Included'
const PLANNED = 'Planned'
const NONE = 'Not included'
const CLIENTS_VET = '£2.99 a horse, paid by the client'
const CLIENTS_PARA = '£1.99 a horse, paid by the client'

/** Feature by feature, Essential, Professional, Enterprise. */
export const COMPARISON: readonly Compared[] = [
  ['Clients, horses and visits', 'Unlimited', 'Unlimited', 'Unlimited'],
  ['Diary and the day’s round', INCLUDED, INCLUDED, INCLUDED],
  ['Works offline', INCLUDED, INCLUDED, INCLUDED],
  ['SMS reminders', INCLUDED, INCLUDED, INCLUDED],
  ['Owner’s place in the queue', INCLUDED, INCLUDED, INCLUDED],
  ['Invoices, payments and the books', INCLUDED, INCLUDED, INCLUDED],
  ['Photos', 'Up to 5 MB each', 'Up to 100 MB each', 'Up to 100 MB each'],
  ['Video, up to 100 MB per file', NONE, '5 GB a month', 'Unlimited'],
  ['Reports', 'Horses, clients, visits', 'All of them, and charts', 'All of them, and charts'],
  ['Gait analysis reports', NONE, INCLUDED, INCLUDED],
  ['Custom work templates', NONE, INCLUDED, INCLUDED],
  ['Client portal', 'Visits, bills, messages; records £1.99 a horse, paid by the client', 'Records and files too', 'Records and files too'],
  ['Vet Integration', CLIENTS_VET, CLIENTS_VET, CLIENTS_VET],
  ['Para-Professional Network', CLIENTS_PARA, CLIENTS_PARA, CLIENTS_PARA],
  ['Calendar integration', NONE, INCLUDED, INCLUDED],
  ['Team management', NONE, NONE, INCLUDED],
  ['API access', NONE, NONE, INCLUDED],
  ['AI insights', NONE, NONE, PLANNED],
  ['Custom branding', NONE, NONE, PLANNED],
  ['Phone support', NONE, NONE, PLANNED],
]

/** Spec §4 Plan changes, §9 Free trial and Payment methods. `id` is where a link can point. */
export const QUESTIONS: readonly Question[] = [
  {
    id: 'upgrade',
    question: 'Can I change my plan?',
    answer: 'Yes, any month. Upgrades take effect immediately; downgrades at the next billing cycle.',
  },
  {
    id: 'downgrade',
    question: 'What happens to my videos when I downgrade?',
    answer: 'Existing videos stay accessible. New uploads are blocked until you upgrade again or clear storage.',
  },
  {
    id: 'client-services',
    question: 'How do the services work that my clients pay for?',
    answer:
      'You enable a service, and it shows on your clients’ own pages with its price. You see who would be told, and a text or an e-mail goes only when you press, only to those who agreed to offers. Each client decides for each horse, pays month by month and ends it with one press; you pay nothing and earn nothing by it. When a horse dies or is sold it ends by itself, and the days that are left are given back. In the test version it opens at once and nothing is charged. Where the server takes payments, your client’s own card pays whoever runs it; elsewhere that person arranges it.',
  },
  {
    id: 'client-portal',
    question: 'Client portal: what your farrier decides',
    answer:
      'Who comes in: by invitation as it comes, or whoever proves an address on record; and nobody when it’s off. What owners see: work and feet, findings, photos, files and who did it, for all or for one client. Whether they cancel a visit or send files themselves. Your farrier looks at the pages as you see them, sees what was opened and when, and can end anybody’s access at once. Notes, warnings, gate codes and other clients are never shown.',
  },
  {
    id: 'trial',
    question: 'Is there a free trial?',
    answer: 'New farriers get 8 weeks of the Professional plan free. In the test version everything is free and you don’t need a card.',
  },
  {
    id: 'payment',
    question: 'How will I pay?',
    answer:
      'By Google Pay, Apple Pay or any major card, month by month, where the server takes payments; otherwise as agreed with the person who runs it. The test version takes none.',
  },
  {
    id: 'leave',
    question: 'Can I leave with my data?',
    answer: 'Yes, your records are yours. If you stop paying you can still read and export everything; you’re never locked out.',
  },
]
