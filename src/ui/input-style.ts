/** The look of every box one types or picks in; the border shows when its value is refused. */
export const INPUT_CLASS =
  'w-full min-w-0 rounded-lg border border-control bg-surface px-3 text-16 text-ink min-h-12 md:min-h-10 ' +
  'aria-invalid:border-2 aria-invalid:border-flag disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-ink-2'
