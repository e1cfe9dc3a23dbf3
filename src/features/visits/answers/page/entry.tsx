import '#ui/styles.css'

/* What an owner answers about a visit is whole as the server painted it: it only needs its styles. */
