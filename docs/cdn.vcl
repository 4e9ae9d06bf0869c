# Varnish in front of the shop: the same pages as the shop's own cache, purged by key when something changes.
# The shop needs CDN=varnish and CDN_PURGE_URL with the address of this Varnish. The module xkey is in varnish-modules.
vcl 4.1;

import std;
import xkey;

backend shop {
  .host = "127.0.0.1";
  .port = "3000";
}

# Where the shop's purges come from.
acl purgers {
  "127.0.0.1";
  "::1";
}

sub vcl_recv {
  if (req.method == "PURGE") {
    if (client.ip !~ purgers) {
      return (synth(403));
    }
    set req.http.purged = xkey.purge(req.http.xkey);
    return (synth(200, "Purged " + req.http.purged));
  }
  # A caller with a token or a cookie gets an answer of her own from the API. Pages are the same for everyone.
  if (req.url ~ "^/api/") {
    if (req.http.Authorization || req.http.Cookie) {
      return (pass);
    }
  } else {
    unset req.http.Cookie;
  }
}

sub vcl_backend_response {
  # How long Varnish may serve it without asking. Browsers always ask (Cache-Control: no-cache).
  if (beresp.http.Surrogate-Control ~ "max-age=\d+") {
    set beresp.ttl = std.duration(regsub(beresp.http.Surrogate-Control, ".*max-age=(\d+).*", "\1s"), 0s);
    set beresp.grace = 0s;
    set beresp.keep = 1h;
  }
}

sub vcl_deliver {
  unset resp.http.Surrogate-Control;
  unset resp.http.xkey;
  if (obj.hits > 0) {
    set resp.http.X-Cache = "hit";
  } else {
    set resp.http.X-Cache = "miss";
  }
}
