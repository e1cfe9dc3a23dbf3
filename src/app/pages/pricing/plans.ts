/** A line of a plan; `isPlanned`: promised, and not yet there. */
export type Feature = { text: string; isPlanned?: true }

/** Spec §3 Plan. */
export type Plan = {
  name: string
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
    price: '£9.99',
    description: 'The diary, the round and the texts, for one farrier.',
    billedTo: 'Farrier',
    isPopular: false,
    features: [
      { text: 'Unlimited clients and visits' },
      { text: 'SMS reminders' },
      { text: 'Owners see their stop' },
      { text: 'Works offline, phone and desktop' },
      planned('Photos up to 5 MB each'),
    ],
    limits: ['No video, no client portal'],
  },
  {
    name: 'Farrier Professional',
    price: '£19.99',
    description: 'For the farrier whose clients expect more than a text.',
    billedTo: 'Farrier',
    isPopular: true,
    features: [
      { text: 'Everything in Essential' },
      planned('Video up to 100 MB, 5 GB a month'),
      planned('Client portal'),
      planned('Gait analysis reports'),
      planned('Calendar integration'),
      planned('Custom work templates'),
    ],
    limits: [],
  },
  {
    name: 'Farrier Enterprise',
    price: '£39.99',
    description: 'For a practice of several farriers.',
    billedTo: 'Farrier',
    isPopular: false,
    features: [
      { text: 'Everything in Professional' },
      { text: 'Team management' },
      planned('Unlimited video storage'),
      planned('AI insights'),
      planned('White-label portal, own branding'),
      planned('API access, phone support'),
    ],
    limits: [],
  },
]

/** Spec §9: what a client pays for, when they activate it. */
export const CLIENT_SERVICES: readonly Plan[] = [
  {
    name: 'Vet Integration',
    price: '£2.99',
    description: 'Their vet reads the horse’s record and adds scans and X-rays.',
    billedTo: 'Client',
    isPopular: false,
    features: [planned('One vet for one horse, by invitation')],
    limits: [],
  },
  {
    name: 'Para-Professional Network',
    price: '£1.99',
    description: 'Physiotherapists and chiropractors see what was done, and add what they found.',
    billedTo: 'Client',
    isPopular: false,
    features: [planned('By invitation, with an end date')],
    limits: [],
  },
]

/** Spec §9 Client Portal (production), on top of the base plan. */
export const CLIENT_PORTAL_PRICE = '£1.99'
export const BASE_PRICE = '£9.99'
/** Spec §9 Free trial. */
export const TRIAL = '8 weeks of Professional free for new farriers'

type Compared = readonly [feature: string, essential: string, professional: string, enterprise: string]

const INCLUDED = 'Included'
const PLANNED = 'Planned'
const NONE = 'Not included'

/** Feature by feature, Essential, Professional, Enterprise. */
export const COMPARISON: readonly Compared[] = [
  ['Clients, horses and visits', 'Unlimited', 'Unlimited', 'Unlimited'],
  ['Diary and the day’s round', INCLUDED, INCLUDED, INCLUDED],
  ['Works offline', INCLUDED, INCLUDED, INCLUDED],
  ['SMS reminders', INCLUDED, INCLUDED, INCLUDED],
  ['Owner’s place in the queue', INCLUDED, INCLUDED, INCLUDED],
  ['Photos, 5 MB per file', PLANNED, PLANNED, PLANNED],
  ['Video, up to 100 MB per file', NONE, 'Planned, 5 GB a month', 'Planned, unlimited'],
  ['Gait analysis reports', NONE, PLANNED, PLANNED],
  ['Client portal', NONE, PLANNED, 'Planned, white-label'],
  ['Calendar integration', NONE, PLANNED, PLANNED],
  ['Custom work templates', NONE, PLANNED, PLANNED],
  ['Team management', NONE, NONE, INCLUDED],
  ['AI insights', NONE, NONE, PLANNED],
  ['API access, custom branding', NONE, NONE, PLANNED],
  ['Phone support', NONE, NONE, PLANNED],
]

/** Spec §4 Plan changes, §9 Free trial and Payment methods. `id` is where a link can point. */
export const QUESTIONS: readonly { id: string; question: string; answer: string }[] = [
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
      'You enable a service; the client gets a notification with the pricing and can activate it. They are billed for it, per horse, and you for nothing. Both services are planned and open together with the client portal.',
  },
  {
    id: 'trial',
    question: 'Is there a free trial?',
    answer: 'New farriers get 8 weeks of the Professional plan free. In the test version everything is free and no card is asked for.',
  },
  {
    id: 'payment',
    question: 'How will I pay?',
    answer: 'By Google Pay, Apple Pay or any major card, once payments are switched on. The test version takes none.',
  },
  {
    id: 'leave',
    question: 'Can I leave with my data?',
    answer: 'Your records are yours. A practice that stops paying can still read everything; it is never locked out.',
  },
]
