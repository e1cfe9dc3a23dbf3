import { useState } from 'react'
import { useSearch } from 'wouter'
import { Booked } from '#app/pages/welcome/Booked.tsx'
import { bookedNow, keepBooked } from '#app/pages/welcome/booked-first.ts'
import { FirstVisitForm } from '#app/pages/welcome/FirstVisitForm.tsx'
import { useCurrentUser } from '#features/core/practice/web/data.ts'
import { nextScreen } from '#features/core/practice/web/next-screen.ts'
import { Page } from '#ui/PageHeader.tsx'

/** Leads from a new practice to its first visit: one form, which can be skipped, and then the visit in its week. */
export function WelcomePage() {
  const user = useCurrentUser()
  const then = nextScreen(useSearch())
  const [visitId, setVisitId] = useState(bookedNow)
  if (!user) return null
  const onBooked = (id: string) => {
    keepBooked(id)
    setVisitId(id)
    window.scrollTo(0, 0)
  }
  return (
    <Page>
      <div className="mx-auto grid w-full max-w-[760px] gap-4">
        {visitId ? <Booked visitId={visitId} then={then} /> : <FirstVisitForm user={user} then={then} onBooked={onBooked} />}
      </div>
    </Page>
  )
}
