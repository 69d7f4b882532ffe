-- Sends the requests of a file, in which a NUL separates them, in order.
local requests, number = {}, 0

function init(arguments)
  local file = assert(io.open(arguments[1], "rb"))
  for request in file:read("*a"):gmatch("[^%z]+") do requests[#requests + 1] = request end
  file:close()
end

function request()
  number = number + 1
  return requests[(number - 1) % #requests + 1]
end
