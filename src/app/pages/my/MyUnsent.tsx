import { buttonClass } from '#ui/button-style.ts'

/** How what was typed without a signal is shown where it waits: the script of the page fills it in. */
export const MyUnsent = () => (
  <template id="my-unsent">
    <section aria-label="Not sent yet" className="mx-auto max-w-[560px] px-4 pt-5">
      <div className="grid gap-3 rounded-lg border border-due-line bg-due-tint p-4 text-due-ink">
        <h2 className="text-20">Not sent yet</h2>
        <p>Your farrier hasn’t had this. It’s kept on this phone until you send it or throw it away.</p>
        <ul className="grid gap-4">
          <li className="grid gap-2 [overflow-wrap:anywhere]">
            <b />
            <span className="whitespace-pre-line" />
            <span className="flex flex-wrap gap-2">
              <button type="button" value="send" className={buttonClass({ variant: 'primary', className: 'flex-1' })}>
                Send
              </button>
              <button type="button" value="drop" className={buttonClass({ className: 'flex-1' })}>
                Throw away
              </button>
            </span>
            <p role="alert" className="font-medium text-flag-ink empty:hidden" />
          </li>
        </ul>
      </div>
    </section>
  </template>
)
