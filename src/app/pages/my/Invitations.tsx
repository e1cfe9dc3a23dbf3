import type { HomeView } from '#app/my/home-view.ts'
import { RegNumber, WhatTheySee } from '#app/pages/my/WhatTheySee.tsx'
import { buttonClass } from '#ui/button-style.ts'

/** Invitations to addresses of theirs that wait for an answer. */
export const Invitations = ({ waiting }: Pick<HomeView, 'waiting'>) =>
  waiting.map(({ practiceId, inviteId, ...invited }) => (
    <section key={inviteId} aria-labelledby={inviteId} className="grid gap-3 rounded-lg border border-line bg-surface p-4">
      <h2 id={inviteId} className="text-20 [overflow-wrap:anywhere]">
        {invited.from} invites you
      </h2>
      <WhatTheySee invited={invited} />
      <form method="post" action="/my/invitations" className="grid gap-3">
        <input type="hidden" name="practice" value={practiceId} />
        <input type="hidden" name="invitation" value={inviteId} />
        <RegNumber invited={invited} />
        <div className="flex flex-wrap gap-2">
          <button type="submit" name="answer" value="yes" className={buttonClass({ variant: 'primary' })}>
            Yes, let me in
          </button>
          <button type="submit" name="answer" value="no" className={buttonClass({})}>
            No, thank you
          </button>
        </div>
      </form>
    </section>
  ))
