import { CalendarDays, ClipboardCheck, type LucideIcon, MessageSquare, Smartphone, Users } from 'lucide-react'
import type { ComponentType } from 'react'
import { HorseshoeIcon } from '#ui/icons.tsx'

type Feature = { icon: LucideIcon | ComponentType<{ size?: number; className?: string }>; title: string; text: string }

/* Spec §2 Public landing page: six cards, each saying only what the product does. */
const FEATURES: readonly Feature[] = [
  {
    icon: CalendarDays,
    title: 'Calendar views',
    text: 'Five, six or seven days, or the month. Drag a visit to another day: it keeps its time, and the owner is told.',
  },
  {
    icon: Users,
    title: 'Client database',
    text: 'Owners, yards, gate codes and who pays. Type any part of a name and there they are.',
  },
  {
    icon: HorseshoeIcon,
    title: 'Horse records',
    text: 'Four feet, photos, X-rays and every visit, with who kicks, who is due and who is overdue.',
  },
  {
    icon: ClipboardCheck,
    title: 'Work tracking',
    text: 'Type it, say it as a voice note, or press As last time. The next visit is due by the horse’s own cycle.',
  },
  {
    icon: MessageSquare,
    title: 'Client portal',
    text: 'Owners open a link in a text, or sign in with a code: the queue, their visits, horses and bills. No app, no password.',
  },
  {
    icon: Smartphone,
    title: 'Mobile, with offline support',
    text: 'The round, the diary and the horses are on your phone. What you do with no signal is sent when it’s back.',
  },
]

/** The feature grid. Spec §2 Public landing page. */
export const LandingFeatures = () => (
  <section id="features" aria-labelledby="features-title" className="mx-auto w-full max-w-[1376px] scroll-mt-4 px-4 py-10 md:px-12">
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
