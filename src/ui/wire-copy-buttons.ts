/** How long a button says that it has copied. */
const COPIED_MS = 3000

/** Makes the Copy buttons of a painted page, or of a part of it, work, and shows them. Where copying is refused, the words are selected instead. */
export function wireCopyButtons(copy: (words: string) => Promise<void>, within: ParentNode = document) {
  for (const button of within.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    button.hidden = false
    let timer: ReturnType<typeof setTimeout> | undefined
    button.addEventListener('click', async () => {
      const isCopied = await copied(copy, button.dataset.copy ?? '')
      if (!isCopied) select(button.previousElementSibling)
      show(button, isCopied ? 'Copied' : 'Selected')
      clearTimeout(timer)
      timer = setTimeout(() => show(button, 'Copy'), COPIED_MS)
    })
  }
}

/** The button's word, and its name, which begins with that word: `Copy reference`, `Copied reference`. */
function show(button: HTMLButtonElement, word: string) {
  button.textContent = word
  button.ariaLabel = (button.ariaLabel ?? '').replace(/^\w+/, word)
}

async function copied(copy: (words: string) => Promise<void>, words: string): Promise<boolean> {
  try {
    await copy(words)
    return true
  } catch {
    return false
  }
}

function select(words: Element | null | undefined) {
  if (words) getSelection()?.selectAllChildren(words)
}
