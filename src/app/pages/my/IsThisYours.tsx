import type { HomeView } from '#app/my/home-view.ts'
import { buttonClass } from '#ui/button-style.ts'

/** Practices that have an address of theirs: their names alone, and whether it is their farrier. */
export const IsThisYours = ({ matches }: Pick<HomeView, 'matches'>) =>
  matches.map(({ practiceId, name }) => (
    <section key={practiceId} aria-labelledby={practiceId} className="grid gap-3 rounded-lg border border-line bg-surface p-4">
      <h2 id={practiceId} className="text-20 [overflow-wrap:anywhere]">
        Is {name} your farrier?
      </h2>
      <p className="text-ink-2">They have your address. Say yes, and you see your horses, visits and bills with them here.</p>
      <form method="post" action="/my/farriers" className="flex flex-wrap gap-2">
        <input type="hidden" name="practice" value={practiceId} />
        <button type="submit" name="answer" value="yes" className={buttonClass({ variant: 'primary' })}>
          Yes, show me
        </button>
        <button type="submit" name="answer" value="no" className={buttonClass({})}>
          Not my farrier
        </button>
      </form>
    </section>
  ))
