import '#ui/styles.css'
import { tryNow } from '#app/pages/landing/try-now.ts'

/* The public pages are whole without script; this only lets trying begin at once. */
for (const link of document.querySelectorAll('[data-try-now]')) link.addEventListener('click', (event) => void tryNow(event))
