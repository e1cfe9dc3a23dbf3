import { THEMES, useTheme } from '#app/frame/theme.ts'
import { entriesFor } from '#app/pages/settings/entries.ts'
import { FeetCard } from '#app/pages/settings/FeetCard.tsx'
import { VoiceCard } from '#app/pages/settings/VoiceCard.tsx'
import { LetterheadCard } from '#features/core/letterhead/web/LetterheadCard.tsx'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { planStatusWords } from '#features/core/practice/plans.ts'
import { mayRunPractice } from '#features/core/practice/rules.ts'
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
import { useIsWide } from '#ui/use-width.ts'

/** The practice, the person and the device: what is set once. */
export function SettingsPage() {
  const { user } = useSession<CurrentUser>()
  const planStatus = usePlanStatus()
  const isListBeside = useIsWide()
  if (!user) return null
  const { practice } = user
  const trial = practice.trialEndsOn ? `Professional, free until ${dayAndYear(practice.trialEndsOn)}` : practice.name
  const subtitle = planStatus ? planStatusWords(planStatus, practice) : trial
  return (
    <Page>
      <PageHeader title="Settings" subtitle={subtitle} />
      <div className="grid items-start gap-3.5 lg:max-xl:grid-cols-[minmax(0,480px)_minmax(0,640px)] xl:max-w-[760px]">
        <div className="grid gap-3.5 xl:order-last">
          {!isListBeside && (
            <Card>
              <List label="More settings">
                {entriesFor(user).map(({ icon: Icon, ...entry }) => (
                  <ListRow key={entry.href} lead={<Icon size={20} aria-hidden />} {...entry} />
                ))}
              </List>
            </Card>
          )}
          <MyPracticesCard />
          {mayRunPractice(user.role) && <BackupCard key={practice.id} />}
          <ThemeCard />
        </div>
        <div className="grid gap-3.5">
          <PracticeCard key={practice.id} user={user} />
          {mayRunPractice(user.role) && <LetterheadCard key={`pictures ${practice.id}`} />}
          <FeetCard user={user} />
          <VoiceCard user={user} />
          <MyNameCard key={user.id} user={user} />
        </div>
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
