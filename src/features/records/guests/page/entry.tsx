import '#ui/styles.css'

/* The server renders the whole page: the browser only needs its styles. */
