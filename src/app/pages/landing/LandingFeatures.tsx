import { CalendarDays, ClipboardCheck, type LucideIcon, MessageSquare, Users, WifiOff } from 'lucide-react'
import type { ComponentType } from 'react'
import { HorseshoeIcon } from '#ui/icons.tsx'

type Feature = { icon: LucideIcon | ComponentType<{ size?: number; className?: string }>; title: string; text: string }

/* Only what works today stands here; the rest joins as it is built. */
const FEATURES: readonly Feature[] = [
  {
    icon: CalendarDays,
    title: 'Calendar views',
    text: 'Five days, the week or the month. Drag a visit to another day and it keeps its time.',
  },
  { icon: Users, title: 'Client database', text: 'Owners, yards and gate codes, found by any part of a name, with or without a signal.' },
  {
    icon: HorseshoeIcon,
    title: 'Horse records',
    text: 'Breed, markings, temperament and every visit, with who is due and who is overdue.',
  },
  { icon: ClipboardCheck, title: 'Work tracking', text: 'Finish a stop and each horse has its work entry and its next due date.' },
  {
    icon: MessageSquare,
    title: 'Owners in the picture',
    text: 'A text with a link to their place in the queue. No app, no sign-in, nobody else’s details.',
  },
  {
    icon: WifiOff,
    title: 'Works offline',
    text: 'The round, the diary and the horses are on your phone. Changes go up when the signal returns.',
  },
]

/** The feature grid. Spec §2 Public landing page. */
export const LandingFeatures = () => (
  <section id="features" aria-labelledby="features-title" className="mx-auto max-w-[1376px] px-4 py-8 md:px-12">
    <h2 id="features-title" className="mb-4 text-24 tracking-[-0.018em]">
      Made for the van, the yard and the kitchen table
    </h2>
    <ul className="grid gap-3.5 sm:grid-cols-2 lg:grid-cols-3">
      {FEATURES.map(({ icon: Icon, title, text }) => (
        <li key={title} className="flex gap-3.5 rounded-lg border border-line bg-surface p-4">
          <Icon size={24} aria-hidden className="mt-0.5 shrink-0 text-ember" />
          <div>
            <h3 className="text-16">{title}</h3>
            <p className="text-ink-2">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  </section>
)
