import type { HomeView } from '#app/my/home-view.ts'
import { IsThisYours } from '#app/pages/my/IsThisYours.tsx'
import { MyFrame } from '#app/pages/my/MyFrame.tsx'
import { TermsToAccept } from '#app/pages/my/TermsToAccept.tsx'
import { longDay } from '#lib/dates.ts'

/** The portal's first page. */
export const MyHomePage = ({ matches, practices }: HomeView) => (
  <MyFrame title="My horses" place="home">
    <IsThisYours matches={matches} />
    {practices.length + matches.length === 0 && (
      <p className="text-ink-2">No farrier here has this address. Add your other number or e-mail, or ask them to add it.</p>
    )}
    {practices.map(({ slug, name, horses, visits, termsFor }) => (
      <section key={slug} aria-labelledby={slug} className="grid gap-3 rounded-lg border border-line bg-surface p-4">
        <h2 id={slug} className="text-20">
          {name}
        </h2>
        <TermsToAccept slug={slug} name={name} clients={termsFor} />
        {visits.map((visit) => (
          <p key={visit.id}>
            <b className="block">
              {longDay(visit.onDay)}, {visit.when}
            </b>
            {visit.horses.join(', ')}
          </p>
        ))}
        {visits.length === 0 && <p className="text-ink-2">No visit is booked.</p>}
        <ul className="grid gap-1">
          {horses
            .filter(({ gone }) => !gone)
            .map((horse) => (
              <li key={horse.id}>
                <a href={`/my/at/${slug}/horses/${horse.id}`} className="grid min-h-12 content-center">
                  <b>{horse.name}</b>
                  <span className="text-14 text-ink-2">{horse.nextDueOn ? `Due ${longDay(horse.nextDueOn)}` : 'No date yet'}</span>
                </a>
              </li>
            ))}
        </ul>
      </section>
    ))}
  </MyFrame>
)
