import { buttonClass } from '#ui/button-style.ts'

/** Copies words on a page the server painted; hidden until the page's script is there (`wireCopyButtons`). */
export const CopyButton = ({ words, label }: { words: string; label: string }) => (
  <button
    type="button"
    hidden
    data-copy={words}
    aria-label={`Copy ${label.toLowerCase()}`}
    aria-live="polite"
    className={buttonClass({ className: '[&[hidden]]:hidden' })}
  >
    Copy
  </button>
)
