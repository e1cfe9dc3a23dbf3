import { Import, MonitorSmartphone } from 'lucide-react'
import { THEMES, useTheme } from '#app/frame/theme.ts'
import type { CurrentUser } from '#features/practice/contract.ts'
import { MyNameCard } from '#features/practice/web/MyNameCard.tsx'
import { PracticeCard } from '#features/practice/web/PracticeCard.tsx'
import { dayAndYear } from '#lib/dates.ts'
import { useSession } from '#platform/web/session.ts'
import { Card } from '#ui/Card.tsx'
import { List, ListRow } from '#ui/List.tsx'
import { Page, PageHeader } from '#ui/PageHeader.tsx'
import { Segmented } from '#ui/Segmented.tsx'

/** The practice, the person and the device: what is set once. */
export function SettingsPage() {
  const { user } = useSession<CurrentUser>()
  if (!user) return null
  const { practice } = user
  const trial = practice.trialEndsOn ? `Professional, free until ${dayAndYear(practice.trialEndsOn)}` : practice.name
  return (
    <Page>
      <PageHeader title="Settings" subtitle={trial} />
      <div className="grid max-w-[760px] gap-3.5">
        <PracticeCard key={practice.id} user={user} />
        {user.role === 'owner' && <MyNameCard key={user.id} user={user} />}
        <ThemeCard />
        <Card>
          <List label="More settings">
            <ListRow
              lead={<MonitorSmartphone size={20} aria-hidden />}
              title="Where I am signed in"
              detail="Sign out a device"
              href="/settings/sessions"
            />
            <ListRow
              lead={<Import size={20} aria-hidden />}
              title="Bring what you have"
              detail="Contacts and a diary from elsewhere"
              href="/settings/import"
            />
          </List>
        </Card>
      </div>
    </Page>
  )
}

function ThemeCard() {
  const [theme, setTheme] = useTheme()
  return (
    <Card title="Theme" padded>
      <Segmented label="Theme" value={theme} onChange={setTheme} options={THEMES} />
    </Card>
  )
}
