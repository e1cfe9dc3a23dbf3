/** How long a button says that it has copied. */
const COPIED_MS = 3000

/** Makes the Copy buttons of a painted page work, and shows them. Where copying is refused, the words are selected instead. */
export function wireCopyButtons(copy: (words: string) => Promise<void>) {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    button.hidden = false
    let timer: ReturnType<typeof setTimeout> | undefined
    button.addEventListener('click', async () => {
      const isCopied = await copied(copy, button.dataset.copy ?? '')
      if (!isCopied) select(button.previousElementSibling)
      button.textContent = isCopied ? 'Copied' : 'Selected'
      clearTimeout(timer)
      timer = setTimeout(() => {
        button.textContent = 'Copy'
      }, COPIED_MS)
    })
  }
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
