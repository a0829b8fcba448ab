-- Sends the results of a file one after the other: token, match and body, each on a line of its own.
local file = io.open(os.getenv("RESULTS"), "r")
wrk.headers["Content-Type"] = "application/json"

request = function()
  wrk.headers["Authorization"] = "Device " .. file:read("*l")
  local path = "/api/v1/matches/" .. file:read("*l") .. "/submissions"
  return wrk.format("POST", path, nil, file:read("*l"))
end
