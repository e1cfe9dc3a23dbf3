import {
  CalendarOff,
  CalendarPlus,
  Clock,
  CloudUpload,
  FileText,
  FileUp,
  Forward,
  HandCoins,
  Map as MapIcon,
  Route,
  Settings,
  UserPlus,
  Warehouse,
} from 'lucide-react'
import type { Find } from '#app/frame/find.ts'
import { bottomBarEntries, type NavEntry, sideMenuEntries, userMenuEntries } from '#app/frame/nav.ts'
import { screens } from '#app/routes.tsx'
import type { Role } from '#features/core/practice/contract.ts'
import { type Act, may } from '#features/core/practice/rules.ts'
import { syncNow } from '#platform/web/sync/sync.ts'
import { HorseshoeIcon } from '#ui/icons.tsx'

/** An action or a screen. */
export type Command = Find & {
  /** What a member must be allowed for it; everyone may do the rest. */
  act?: Act | undefined
  /** Words it is also found by. */
  words: string
}

const ACTIONS: readonly Omit<Command, 'kind'>[] = [
  {
    ...{ key: 'action/appointment', label: 'New Appointment', detail: 'Book a visit or a stop', icon: CalendarPlus },
    ...{ doing: 'appointment', act: 'planDiary', words: 'book schedule visit' },
  },
  {
    ...{ key: 'action/order', label: 'Order the round', detail: 'The best order for today’s stops', icon: Route },
    ...{ href: '/round?do=order', act: 'changeRecords', words: 'route sort shortest' },
  },
  {
    ...{ key: 'action/time-off', label: 'Time off', detail: 'Holiday, course, illness', icon: CalendarOff },
    ...{ doing: 'time-off', act: 'planDiary', words: 'holiday dentist ill sick' },
  },
  {
    ...{ key: 'action/move-day', label: 'Move the whole day', detail: 'Today’s visits, showing every text first', icon: Forward },
    ...{ doing: 'move-day', act: 'planDiary', words: 'weather snow ill cancel' },
  },
  {
    ...{ key: 'action/late', label: 'Running late', detail: 'On today’s round', icon: Clock },
    ...{ href: '/round?do=late', words: 'running late delay stop here' },
  },
  {
    ...{ key: 'action/map', label: 'Map of the round', detail: 'Where today’s stops are', icon: MapIcon },
    ...{ href: '/round?do=map', words: 'route navigate' },
  },
  {
    ...{ key: 'action/client', label: 'Add a client', detail: 'A new owner', icon: UserPlus },
    ...{ doing: 'client', act: 'changeRecords', words: 'new owner' },
  },
  {
    ...{ key: 'action/horse', label: 'Add a horse', detail: "A client's new horse", icon: HorseshoeIcon },
    ...{ doing: 'horse', act: 'changeRecords', words: 'new' },
  },
  {
    ...{ key: 'action/yard', label: 'Add a yard', detail: 'Where horses are kept', icon: Warehouse },
    ...{ doing: 'yard', act: 'changeRecords', words: 'new livery' },
  },
  {
    ...{ key: 'action/to-invoice', label: 'Issue invoices', detail: 'For work not yet invoiced', icon: FileText },
    ...{ href: '/money?tab=to-invoice', act: 'seeMoney', words: 'bill charge money' },
  },
  {
    ...{ key: 'action/owed', label: 'Who owes me money', detail: 'Unpaid invoices, the oldest first', icon: HandCoins },
    ...{ href: '/money?tab=owed', act: 'seeMoney', words: 'debtors overdue unpaid statement chase' },
  },
  {
    ...{ key: 'action/import', label: 'Import', detail: 'Contacts, horses, an existing diary', icon: FileUp },
    ...{ href: '/settings/import', act: 'changeRecords', words: 'import csv vcard ics contacts' },
  },
  {
    ...{ key: 'action/sync', label: 'Sync now', detail: 'Send and fetch now', icon: CloudUpload },
    ...{ run: () => void syncNow(), words: 'force offline' },
  },
]

/** What a member of this role may do from anywhere, then every screen that is built and open to them. */
export const commandsFor = (role: Role | undefined): Command[] =>
  [...ACTIONS.map((action) => ({ ...action, kind: 'Action' })), ...screenCommands()].filter(({ act }) => !act || may(role, act))

/* Who may open a screen that is not for every member. */
const SCREEN_ACTS: Readonly<Record<string, Act>> = {
  '/settings/prices': 'seeMoney',
  '/settings/money': 'seeMoney',
  '/money': 'seeMoney',
  '/settings/members': 'runPractice',
  '/settings/api': 'runPractice',
}
/* Reached another way, or for who is signed out. */
const ELSEWHERE = /^\/(landing|sign-in|register|welcome|workshop|subscribe|cover-sheet|settings\/import)$/

function screenCommands(): Command[] {
  const entries: NavEntry[] = [...bottomBarEntries(), ...sideMenuEntries().flat(), ...userMenuEntries()]
  const icons = new Map(entries.map(({ path, icon }) => [path, icon]))
  // The practice's own first, then what everyone may read.
  return [...screens]
    .sort((a, b) => Number(a.audience === 'everybody') - Number(b.audience === 'everybody'))
    .filter(({ path }) => !ELSEWHERE.test(path))
    .map(({ path, title }) => {
      const isSetting = path.startsWith('/settings')
      const icon = icons.get(path) ?? Settings
      return {
        key: `screen${path}`,
        kind: 'Screen',
        label: title,
        detail: isSetting && title !== 'Settings' ? 'Settings' : '',
        icon,
        href: path,
        act: SCREEN_ACTS[path],
        words: '',
      }
    })
}
