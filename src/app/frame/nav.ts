import {
  CalendarDays,
  ChartColumn,
  FileText,
  History,
  House,
  ListTodo,
  type LucideIcon,
  MessageSquare,
  Plug,
  PoundSterling,
  Route,
  Send,
  Settings,
  Tag,
  Users,
  Warehouse,
} from 'lucide-react'
import { type ComponentType, lazy, type ReactNode } from 'react'
import { hasScreen } from '#app/routes.tsx'
import { HorseshoeIcon } from '#ui/icons.tsx'

export type NavEntry = {
  path: string
  label: string
  icon: LucideIcon | ComponentType<{ size?: number; 'aria-hidden'?: boolean }>
  /** What waits there, at the right of a menu's row. */
  Waiting?: ComponentType
  /** Wraps an entry that is not for every member. */
  For?: ComponentType<{ children: ReactNode }>
}

const UnreadBadge = lazy(() => import('#features/talk/messaging/web/UnreadBadge.tsx').then((module) => ({ default: module.UnreadBadge })))

const ForMoney = lazy(() => import('#app/frame/ForMoney.tsx').then((module) => ({ default: module.ForMoney })))

const HOME: NavEntry = { path: '/', label: 'Home', icon: House }
const CALENDAR: NavEntry = { path: '/calendar', label: 'Calendar', icon: CalendarDays }
const CLIENTS: NavEntry = { path: '/clients', label: 'Clients', icon: Users }
const HORSES: NavEntry = { path: '/horses', label: 'Horses', icon: HorseshoeIcon }
const ROUND: NavEntry = { path: '/round', label: 'Round', icon: Route }
const YARDS: NavEntry = { path: '/yards', label: 'Yards', icon: Warehouse }
const MESSAGES: NavEntry = { path: '/messages', label: 'Messages', icon: MessageSquare, Waiting: UnreadBadge }
const MONEY: NavEntry = { path: '/money', label: 'Money', icon: PoundSterling, For: ForMoney }
const REPORTS: NavEntry = { path: '/reports', label: 'Reports', icon: ChartColumn }
const TASKS: NavEntry = { path: '/tasks', label: 'Tasks', icon: ListTodo }
const OUTBOX: NavEntry = { path: '/outbox', label: 'Outbox', icon: Send }
const ACTIVITY: NavEntry = { path: '/activity', label: 'Activity', icon: History }
const INTEGRATIONS: NavEntry = { path: '/integrations', label: 'Integrations', icon: Plug }
const PRICING: NavEntry = { path: '/pricing', label: 'Pricing', icon: Tag }
const TERMS: NavEntry = { path: '/terms', label: 'Terms & Conditions', icon: FileText }
const SETTINGS: NavEntry = { path: '/settings', label: 'Settings', icon: Settings }
/* Spec §2: the side menu calls it Settings; it leads on to those. */
const SIDE_SETTINGS: NavEntry = { ...INTEGRATIONS, label: 'Settings', icon: Settings }

const built = (entries: NavEntry[]) => entries.filter((entry) => hasScreen(entry.path))

/* Spec §2 Navigation. A screen that isn't built yet has no entry. */

/** The desktop bar, in the order the spec gives; the brand leads home. */
export const topBarEntries = (): NavEntry[] => built([CALENDAR, CLIENTS, HORSES, REPORTS, INTEGRATIONS, PRICING])
/** At the right of the desktop bar, as icons: what a day is run with. */
export const topBarTools = (): NavEntry[] => built([ROUND, MESSAGES, MONEY])
/** The thumb's bar. On a phone Home is the round. */
export const bottomBarEntries = (): NavEntry[] => built([HOME, CLIENTS, HORSES, CALENDAR, REPORTS])
/** The slide-in menu of a phone: the spec's six, then everything else. */
export const sideMenuEntries = (): [six: NavEntry[], others: NavEntry[]] => [
  built([HOME, CLIENTS, HORSES, CALENDAR, REPORTS, SIDE_SETTINGS]),
  built([ROUND, MESSAGES, MONEY, YARDS, TASKS, OUTBOX, ACTIVITY, PRICING, TERMS]),
]
/** Under the person's name on a desktop. */
export const userMenuEntries = (): NavEntry[] => built([YARDS, TASKS, OUTBOX, ACTIVITY, SETTINGS, PRICING, TERMS])

/** Whether an entry is where the person is: the screen itself or one below it. */
export const isCurrent = (entry: NavEntry, location: string): boolean =>
  entry.path === '/' ? location === '/' : isAt(entry.path, location) || (entry === SIDE_SETTINGS && isAt(SETTINGS.path, location))

const isAt = (path: string, location: string): boolean => location === path || location.startsWith(`${path}/`)
