import { dayAndYear } from '#lib/dates.ts'
import { can, type Feature, type PlanFacts, type PlanStatus, type Service, type Tier } from '#lib/plan.ts'

/** A plan as it is sold; pence a month (Spec §9 Plans per month). */
export const PLANS: Readonly<Record<Tier, { name: string; pence: number }>> = {
  essential: { name: 'Essential', pence: 999 },
  professional: { name: 'Professional', pence: 1999 },
  enterprise: { name: 'Enterprise', pence: 3999 },
}

/** Services a practice's clients pay for, pence a horse and month, and what each gives the owner of the horse (Spec §9). */
export const CLIENT_SERVICES: Readonly<Record<Service, { name: string; pence: number; text: string }>> = {
  'vet-integration': {
    name: 'Vet Integration',
    pence: 299,
    text: 'Your vet sees what was done, and can add X-rays, notes and a shoeing plan.',
  },
  'para-professional': {
    name: 'Para-Professional Network',
    pence: 199,
    text: 'Your physio, chiropractor or dentist sees what was done, and can add notes and files.',
  },
  portal: { name: 'Client Portal', pence: 199, text: 'You see what was done, and photos and files of the horse.' },
}

/** What a practice may offer: the portal only where its plan has none of its own. */
export const offersOf = (tier: Tier): readonly Service[] =>
  can(tier, 'client-portal') ? ['vet-integration', 'para-professional'] : ['vet-integration', 'para-professional', 'portal']

/** A feature's title and benefit, as an upgrade prompt shows them. `isPlanned`: it belongs to the plan but is not built yet. */
export const FEATURES: Readonly<Record<Feature, { title: string; text: string; isPlanned?: true }>> = {
  'video-upload': { title: 'Video', text: 'Film how a horse moves, up to 100 MB a video, and keep it with its record.' },
  'gait-analysis': { title: 'Gait analysis', text: 'Keep gait files with the horse, play them beside the figures, and report on them.' },
  'advanced-reports': { title: 'Advanced reports', text: 'Service history, revenue, and charts of how the year is going.' },
  'client-portal': {
    title: 'Client portal',
    text: 'Owners see their horses’ records, send photos, videos and documents, and reply to you in one place.',
  },
  'work-templates': { title: 'Work templates', text: 'Work you do again and again, recorded with one tap.' },
  'calendar-integration': { title: 'Calendar integration', text: "Your rounds in your phone's calendar." },
  'big-photos': { title: 'Large photos', text: 'Photos above 5 MB, up to 100 MB each.' },
  'unlimited-storage': { title: 'Unlimited video', text: 'As much video as you like.' },
  'team-management': {
    title: 'Team management',
    text: 'Several farriers, apprentices and the office in one practice, each with a diary of their own.',
  },
  'ai-insights': { title: 'AI insights', text: 'What your records show, put into words.', isPlanned: true },
  'white-label': { title: 'White-label portal', text: 'The portal under your own name and colours.', isPlanned: true },
  'api-access': { title: 'API access', text: 'Let your own software read your records, and add to them.' },
  'vet-integration': { title: 'Vet Integration', text: 'The horse’s vet sees its record and adds scans and X-rays.' },
  'para-professional': {
    title: 'Para-Professional Network',
    text: 'Physiotherapists and chiropractors see what was done and add what they found.',
  },
}

/** A plan's status in a line: `Enterprise until 22 Dec 2026, then Essential`. */
export function planStatusWords(
  { state, tier, lastDay }: PlanStatus,
  { nextTier, isEnding }: Pick<PlanFacts, 'nextTier' | 'isEnding'>,
): string {
  const { name } = PLANS[tier]
  if (state === 'lapsed') return 'Ended: you can read everything, but change nothing'
  if (!lastDay) return name
  const day = dayAndYear(lastDay)
  if (state === 'trial') return `${name}, free until ${day}`
  if (state === 'past-due') return `${name}, payment due by ${day}`
  if (isEnding) return `${name} until ${day}, then it ends`
  return nextTier ? `${name} until ${day}, then ${PLANS[nextTier].name}` : `${name}, paid until ${day}`
}
