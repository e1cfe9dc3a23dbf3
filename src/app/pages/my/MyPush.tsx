import { buttonClass } from '#ui/button-style.ts'

/** Where somebody has this phone told of news. It needs the script of the page, which shows it; the browser asks once the button is pressed. */
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
