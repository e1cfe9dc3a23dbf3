import {
  Archive,
  BadgeCheck,
  Clock,
  DoorOpen,
  FileText,
  Import,
  KeyRound,
  LayoutTemplate,
  MessageSquareText,
  MonitorSmartphone,
  PoundSterling,
  Send,
  Users,
} from 'lucide-react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { may, mayRunPractice, seesMoney } from '#features/core/practice/rules.ts'

/** The screens of the settings that a member may open, in their order. */
export const entriesFor = ({ role }: CurrentUser) =>
  [
    {
      icon: Users,
      title: 'Members',
      detail: 'Who works here, and what they may do',
      href: '/settings/members',
      isFor: mayRunPractice(role),
    },
    {
      icon: BadgeCheck,
      title: 'Plan',
      detail: 'Your plan, and what it costs',
      href: '/settings/plan',
      isFor: true,
    },
    { icon: Clock, title: 'Working hours', detail: 'Days, times and the travel buffer', href: '/settings/hours', isFor: true },
    {
      icon: MessageSquareText,
      title: 'Texts',
      detail: 'Their wording, and your prep line',
      href: '/settings/texts',
      isFor: mayRunPractice(role),
    },
    {
      icon: Send,
      title: 'Sending',
      detail: 'Quiet hours, what texts cost, and alerts',
      href: '/settings/sending',
      isFor: true,
    },
    {
      icon: DoorOpen,
      title: 'Portal',
      detail: 'What owners see and do, and who may come in',
      href: '/settings/portal',
      isFor: mayRunPractice(role),
    },
    {
      icon: PoundSterling,
      title: 'Prices',
      detail: 'Your kinds of work, and what they cost',
      href: '/settings/prices',
      isFor: seesMoney(role),
    },
    {
      icon: FileText,
      title: 'Money',
      detail: 'Invoices, VAT, your bank, late payment and tax',
      href: '/settings/money',
      isFor: seesMoney(role),
    },
    {
      icon: LayoutTemplate,
      title: 'Templates',
      detail: 'Work you do again and again',
      href: '/settings/templates',
      isFor: true,
    },
    {
      icon: Import,
      title: 'Import',
      detail: 'Contacts, horses and a diary from elsewhere',
      href: '/settings/import',
      isFor: may(role, 'changeRecords'),
    },
    {
      icon: Archive,
      title: 'Your data',
      detail: 'Export everything, and how long messages are kept',
      href: '/settings/data',
      isFor: mayRunPractice(role),
    },
    {
      icon: KeyRound,
      title: 'API',
      detail: 'Keys for programs of your own',
      href: '/settings/api',
      isFor: mayRunPractice(role),
    },
    { icon: MonitorSmartphone, title: 'Where I am signed in', detail: 'Sign out a device', href: '/settings/sessions', isFor: true },
  ].flatMap(({ isFor, ...entry }) => (isFor ? [entry] : []))
