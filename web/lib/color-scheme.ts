/** Whether the page is dark now: by the colors of the shop, or because the device prefers dark and the shop follows it. */
export const isPageDark = () => getComputedStyle(document.documentElement).colorScheme === 'dark'
