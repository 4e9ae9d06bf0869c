/**
 * Opens and closes dialogs by the `command` of their buttons in browsers that do not know it (Safari before 26.2), until
 * the page's other scripts have loaded: these prevent the default action of such a click.
 */
export const EARLY_DIALOGS =
  "if(!('command'in HTMLButtonElement.prototype))document.addEventListener('click',event=>{const button=event.target.closest('[commandfor]');if(!button||event.defaultPrevented)return;const dialog=document.getElementById(button.getAttribute('commandfor'));if(button.getAttribute('command')==='close')dialog.close();else dialog.showModal()})"

/**
 * Shows the name of a signed-in user in place of *Login* (ui/base.css), until the page's other scripts do: of a stored one
 * that these take for whole, too (web/shop/visitor/stored-state.ts).
 */
export const EARLY_ACCOUNT =
  "try{const{_id,name,email,token,isAdmin,isAPI}=JSON.parse(localStorage.getItem('userInfo')),{dataset,style}=document.documentElement;if([_id,name,email,token].every(text=>text&&typeof text==='string')&&[isAdmin,isAPI].every(role=>typeof role==='boolean')){style.setProperty('--account',JSON.stringify(name));dataset.account=''}}catch{}"

/**
 * A page's own inline script: wakes the page's other scripts, whose tags sleep in its `scripts` template, once the page
 * has been painted, so that on a slow connection text and photos come first. A tab in the background is not painted:
 * there they come at once. Some browsers tell nothing of painting: two seconds are enough. The policy of the page
 * allows this text by its hash.
 */
export const DEFERRED_SCRIPTS_LOADER = `{const wake=()=>document.head.append(document.getElementById('scripts').content);if(document.hidden)wake();else{new PerformanceObserver(wake).observe({type:'paint',buffered:true});setTimeout(wake,2e3)}}${EARLY_ACCOUNT};${EARLY_DIALOGS}`
