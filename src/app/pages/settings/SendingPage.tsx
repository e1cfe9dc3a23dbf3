import { SendingForm } from '#app/pages/settings/SendingForm.tsx'
import { AlertsCard } from '#features/core/notices/web/AlertsCard.tsx'
import { SendingStateCard } from '#features/core/notices/web/SendingStateCard.tsx'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { mayRunPractice, seesMoney, sendingOf } from '#features/core/practice/rules.ts'
import { useSettings } from '#features/core/practice/web/settings.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Page, PageHeader } from '#ui/PageHeader.tsx'

/** How texts leave: when, how many, at what price; and how the one who is signed in is called. The rules can be changed offline. */
export function SendingPage() {
  const user = useSession<CurrentUser>().user
  const settings = useSettings()
  if (!user || !settings) return null
  return (
    <Page>
      <PageHeader title="Sending" subtitle="When texts go, what they cost, and how you're alerted when something can't wait." />
      <div className="grid items-start gap-3.5 lg:grid-cols-[minmax(0,640px)_minmax(0,480px)]">
        <div className="grid gap-3.5">
          {mayRunPractice(user.role) && <SendingForm user={user} settings={settings} />}
          {seesMoney(user.role) && <SendingStateCard rules={sendingOf(settings)} />}
        </div>
        <AlertsCard zone={user.practice.zone} />
      </div>
    </Page>
  )
}
