import {
  Archive,
  BadgeCheck,
  Clock,
  FileText,
  Import,
  LayoutTemplate,
  MessageSquareText,
  MonitorSmartphone,
  PoundSterling,
  Send,
  Users,
} from 'lucide-react'
import { THEMES, useTheme } from '#app/frame/theme.ts'
import { FeetCard } from '#app/pages/settings/FeetCard.tsx'
import { VoiceCard } from '#app/pages/settings/VoiceCard.tsx'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { planStatusWords } from '#features/core/practice/plans.ts'
import { may, mayRunPractice, seesMoney } from '#features/core/practice/rules.ts'
import { BackupCard } from '#features/core/practice/web/BackupCard.tsx'
import { MyNameCard } from '#features/core/practice/web/MyNameCard.tsx'
import { MyPracticesCard } from '#features/core/practice/web/MyPracticesCard.tsx'
import { PracticeCard } from '#features/core/practice/web/PracticeCard.tsx'
import { usePlanStatus } from '#features/core/practice/web/use-plan-status.ts'
import { dayAndYear } from '#lib/dates.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { List, ListRow } from '#ui/List.tsx'
import { Page, PageHeader } from '#ui/PageHeader.tsx'
import { Segmented } from '#ui/Segmented.tsx'

/** The practice, the person and the device: what is set once. */
export function SettingsPage() {
  const { user } = useSession<CurrentUser>()
  const planStatus = usePlanStatus()
  if (!user) return null
  const { practice } = user
  const trial = practice.trialEndsOn ? `Professional, free until ${dayAndYear(practice.trialEndsOn)}` : practice.name
  const subtitle = planStatus ? planStatusWords(planStatus, practice) : trial
  return (
    <Page>
      <PageHeader title="Settings" subtitle={subtitle} />
      <div className="grid items-start gap-3.5 lg:grid-cols-[minmax(0,480px)_minmax(0,640px)]">
        <div className="grid gap-3.5">
          <Card>
            <List label="More settings">
              {entriesFor(user).map(({ icon: Icon, ...entry }) => (
                <ListRow key={entry.href} lead={<Icon size={20} aria-hidden />} {...entry} />
              ))}
            </List>
          </Card>
          <MyPracticesCard />
          {mayRunPractice(user.role) && <BackupCard key={practice.id} />}
          <ThemeCard />
        </div>
        <div className="grid gap-3.5">
          <PracticeCard key={practice.id} user={user} />
          <FeetCard user={user} />
          <VoiceCard user={user} />
          <MyNameCard key={user.id} user={user} />
        </div>
      </div>
    </Page>
  )
}

const entriesFor = ({ role }: CurrentUser) =>
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
      detail: 'What the practice has, and what it costs',
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
      detail: 'Quiet hours, what texts cost, and how you are called',
      href: '/settings/sending',
      isFor: true,
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
      title: 'Bring what you have',
      detail: 'Contacts, horses and a diary from elsewhere',
      href: '/settings/import',
      isFor: may(role, 'changeRecords'),
    },
    {
      icon: Archive,
      title: 'Your data',
      detail: 'Take everything with you, and how long words are kept',
      href: '/settings/data',
      isFor: mayRunPractice(role),
    },
    { icon: MonitorSmartphone, title: 'Where I am signed in', detail: 'Sign out a device', href: '/settings/sessions', isFor: true },
  ].flatMap(({ isFor, ...entry }) => (isFor ? [entry] : []))

function ThemeCard() {
  const [theme, setTheme] = useTheme()
  return (
    <Card title="Theme" padded>
      <Segmented label="Theme" value={theme} onChange={setTheme} options={THEMES} />
    </Card>
  )
}
