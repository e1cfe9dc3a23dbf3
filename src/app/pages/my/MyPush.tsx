import type { PushAsk } from '#app/my/visits-view.ts'
import { buttonClass } from '#ui/button-style.ts'

/** Where a person has this phone notified. It needs the script of the page, which shows it; the browser asks once the button is pressed. */
export const MyPush = ({ pushKey, isTold }: { pushKey: string; isTold: boolean }) => (
  <div data-push={pushKey} hidden className="grid gap-2">
    <p>
      {isTold
        ? 'This phone is told when there’s news from a farrier who reaches you in My horses.'
        : 'This phone can tell you when there’s news. Its lock screen names your farrier, and no horse and no sum.'}
    </p>
    <button type="button" value={isTold ? 'off' : 'on'} className={buttonClass({ block: true })}>
      {isTold ? 'Stop telling me on this phone' : 'Tell me on this phone'}
    </button>
    <p role="alert" className="font-medium text-flag-ink empty:hidden" />
  </div>
)

/** A question to an owner who has just confirmed a visit, once in a browser; the script of the page shows it. */
export const MyPushAsk = ({ ask: { pushKey, path }, practiceName }: { ask: PushAsk; practiceName: string }) => (
  <section
    data-push={pushKey}
    data-path={path}
    hidden
    aria-labelledby="push-ask"
    className="grid gap-3 rounded-lg border border-line bg-surface p-4 [overflow-wrap:anywhere]"
  >
    <h2 id="push-ask" className="text-18">
      Shall this phone tell you if it changes?
    </h2>
    <p>{`${practiceName} tells you here then, or by e-mail or text where that fails. The lock screen names them, and no horse and no sum.`}</p>
    <div className="flex flex-wrap gap-2">
      <button type="button" value="on" className={buttonClass({ className: 'flex-1' })}>
        Tell me on this phone
      </button>
      <button type="button" value="no" className={buttonClass({ variant: 'quiet' })}>
        Not now
      </button>
    </div>
    <p role="alert" className="font-medium text-flag-ink empty:hidden" />
    <p role="status" className="empty:hidden" />
  </section>
)
