import type { CardView } from '#app/my/card-view.ts'
import { MyFrame } from '#app/pages/my/MyFrame.tsx'
import { cardDay } from '#features/day/visit-card/card.ts'
import { HorseOnCard } from '#features/day/visit-card/page/HorseOnCard.tsx'
import { buttonClass } from '#ui/button-style.ts'

/** What was done on a visit, as the link to its card shows it. */
export const MyCardPage = ({ slug, visitId, card }: CardView) => {
  const path = `/my/at/${slug}/visits/${visitId}/card`
  return (
    <MyFrame title="Visit card" place="visits" back={{ href: '/my/visits', label: '‹ Visits' }}>
      <div>
        <p>
          <time dateTime={card.day}>{cardDay(card.day)}</time>
          {card.yardName && `, ${card.yardName}`}
        </p>
        <p className="text-ink-2">
          {[card.practiceName, card.farrierName, card.frcNumber && `FRC ${card.frcNumber}`].filter(Boolean).join(', ')}
        </p>
      </div>
      {card.horses.map((horse, at) => (
        <HorseOnCard key={horse.id} horse={horse} photosAt={`${path}/photos`} at={at} />
      ))}
      <a data-screen-only href={`${path}.pdf`} className={buttonClass({ block: true })}>
        Save as PDF
      </a>
    </MyFrame>
  )
}
