import type { CareEndedView } from '#app/my/care-view.ts'
import { CareFrame, TO_ALL } from '#app/pages/my/care/CareFrame.tsx'
import { shortDay } from '#lib/dates.ts'

/** Shown to a person who no longer looks after the horse. */
export const CareEndedPage = ({ name, day }: CareEndedView) => (
  <CareFrame title="Your access has ended" back={TO_ALL}>
    <p>
      Your access to {name ?? 'this horse'} {day ? `ended on ${shortDay(day)}` : 'has ended'}. Ask the owner.
    </p>
    <p className="text-ink-2">What you have sent stays with the horse.</p>
  </CareFrame>
)
